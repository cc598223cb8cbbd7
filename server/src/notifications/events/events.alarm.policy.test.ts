import type { ActorKind } from '@adwarden/contract/changes/changes';
import { eventOfEntry } from '@adwarden/contract/notifications/events';
import { expect, test } from 'vitest';
import type { UnloggedEvent } from '../../changes/unlogged-events.store.ts';
import { isAlarm, isOfHouse } from './events.alarm.policy.ts';
import type { StoredEvent } from './events.table.ts';

const position = { seq: 7, unlogged: 7 };

function entry(entity: string, action: string, kind: ActorKind, batch: string | null = null) {
  const actor = { kind, id: 'x', name: 'X' };
  const logged = { seq: 7, entity, key: 'k', action, actor, batch };
  return { type: eventOfEntry({ entity, action }), at: 0, entry: logged, position } as StoredEvent;
}
const without = (about: object) =>
  ({ type: 'batch.done', at: 0, id: 7, afterSeq: 7, causer: '', about, position }) as StoredEvent;
const finding = (rule: string, key: string, type = 'finding.opened') =>
  without({ type, key, facts: { rule, field: '', detail: '' } } as UnloggedEvent);
const batch = (kind: string, authorKind: string) =>
  without({ type: 'batch.done', key: 'b', facts: { kind, authorKind } });

test.each([
  ['a pause by an administrator', entry('pause', 'create', 'admin'), true, true],
  ['its end by an administrator', entry('pause', 'end', 'admin'), true, true],
  ['a pause by an owner', entry('pause', 'create', 'user'), false, false],
  ['the end of a pause at its time', entry('pause', 'end', 'system'), false, true],
  ['an edit', entry('app', 'update', 'admin'), false, true],
  ['an undo', entry('app', 'undo', 'admin'), true, true],
  ['an undo by an owner', entry('app', 'undo', 'user'), true, false],
  ['a restore', entry('user', 'restore', 'admin'), true, true],
  ['a change of the undo of a batch', entry('app', 'undo', 'admin', 'b'), false, true],
  ['the end of that undo', batch('undo', 'admin'), true, true],
  ['the end of an owner’s undo', batch('undo', 'user'), true, false],
  ['the end of another batch', batch('edit', 'admin'), false, true],
  ['a new error', finding('malformed-unit', 'a'), true, false],
  ['a new error of the installation', finding('backup-overdue', ''), true, true],
  ['an error that is over', finding('malformed-unit', 'a', 'finding.closed'), false, false],
  ['a warning', finding('unit-twice', 'a'), false, false],
])('%s', (_, event, alarm, ofHouse) => {
  expect([isAlarm(event), isOfHouse(event)]).toEqual([alarm, ofHouse]);
});
