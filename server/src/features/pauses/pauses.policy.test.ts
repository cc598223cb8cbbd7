import { pauseScopes } from '@adwarden/contract/pauses/pauses';
import { expect, it } from 'vitest';
import { mayEnd, mayPause } from './pauses.policy.ts';

const person = { id: 'id', fullName: 'Somebody', login: 'somebody', address: '' };
const admin = { ...person, kind: 'admin' as const };
const owner = { ...person, kind: 'user' as const };

it.each([
  [admin, [...pauseScopes]],
  [owner, ['owner', 'apps', 'app']],
])('$kind may pause %j', (actor, scopes) => {
  expect(pauseScopes.filter((scope) => mayPause(actor, scope, actor.id))).toEqual(scopes);
  expect(mayPause(actor, 'owner', 'somebody')).toBe(actor.kind === 'admin');
});

it.each([
  [admin, 'admin', true],
  [admin, 'user', true],
  [owner, 'user', true],
  [owner, 'admin', false],
  [owner, 'system', false],
])('$kind may end a pause that %s began: %s', (actor, createdByKind, may) => {
  expect(mayEnd(actor, { createdByKind })).toBe(may);
});
