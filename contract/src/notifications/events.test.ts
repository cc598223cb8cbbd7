import { expect, test } from 'vitest';
import { changeEntities } from '../changes/changes.ts';
import { entityOfEvent, eventOfEntry, eventTypes } from './events.ts';

test('every kind of entry is an event, and leads back to its kind', () => {
  for (const entity of changeEntities) {
    const type = eventOfEntry({ entity, action: 'create' });
    expect(type, entity).toBeDefined();
    expect(type && entityOfEvent(type), entity).toBe(entity);
  }
});

test.each([
  ['app', 'rotate-token', 'change.app'],
  ['finding', 'mute', 'change.finding'],
  ['batch', 'end', 'change.batch'],
  ['pause', 'create', 'pause.began'],
  ['pause', 'end', 'pause.ended'],
  ['moon', 'create', undefined],
])('an entry about a %s with the action %s is %s', (entity, action, type) => {
  expect(eventOfEntry({ entity, action })).toBe(type);
});

test('findings, the end of batches, and ends of keys that come near have no entry', () => {
  const without = eventTypes.filter((type) => entityOfEvent(type) === undefined);
  expect(without).toEqual(['finding.opened', 'finding.closed', 'batch.done', 'key.ends']);
});
