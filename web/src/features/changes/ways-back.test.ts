import type { Change } from '@adwarden/contract/changes/changes';
import { describe, expect, it } from 'vitest';
import { waysBackOf } from './ways-back.ts';

const change = (over: Partial<Change>): Change => ({
  seq: 1,
  at: '2026-11-20T09:15:00.000Z',
  actor: { kind: 'admin', id: 'm', name: 'Morgan', address: '' },
  entity: 'app',
  key: 'a',
  name: 'Tide Clock',
  action: 'update',
  diff: [],
  ...over,
});

describe('the ways back that an entry offers', () => {
  it.each([
    [{}, true, true],
    [{ action: 'undo' }, true, true],
    [{ action: 'delete' }, true, false],
    [{ action: 'create' }, false, true],
    [{ action: 'rotate-token' }, false, true],
    [{ entity: 'user', action: 'change-password' }, false, true],
    [{ entity: 'user', action: 'invite.make' }, false, true],
    [{ entity: 'user', action: 'invite.accept' }, false, true],
    [{ entity: 'global-config', key: 'apiMethod', action: 'create' }, true, true],
    [{ entity: 'account', action: 'create' }, true, true],
    [{ entity: 'global-config', key: 'vpnApiKey' }, false, false],
    [{ entity: 'admin', action: 'create' }, false, false],
    [{ entity: 'category', action: 'create' }, false, false],
    [{ entity: 'pause', action: 'create' }, false, false],
    [{ entity: 'pause', action: 'end' }, false, false],
  ] as const)('of %j', (over, undo, goBack) => {
    const ways = waysBackOf(change(over));
    expect([ways.undo, ways.goBack]).toEqual([undo, goBack]);
    expect(ways.instead === null).toBe(undo);
  });
});
