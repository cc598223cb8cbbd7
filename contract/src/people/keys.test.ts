import { expect, it, test } from 'vitest';
import type { Call } from '../call.ts';
import { calls } from '../calls.ts';
import { abilities, can, scopesOpenTo } from './abilities.ts';
import { fieldsClosedToKeys } from './field-needs.ts';
import { keyScopes } from './people.ts';

/* API keys: scopes × calls × fields (ADR 129). */

const open = Object.entries<Call>(calls).filter(([, { who }]) => who !== 'anyone');

/** The writes that keys may make, apart from the marks in the contract: every other call that is no GET is closed to keys. */
const writes = {
  apps: [
    'addApp',
    'updateApp',
    'deleteApp',
    'rotateToken',
    'revokeOldTokens',
    'endOldToken',
    'addConfigureApp',
    'updateConfigureApp',
    'deleteConfigureApp',
    'createChangeRequest',
    'cancelChangeRequest',
  ],
  users: ['createNewUser', 'updateUser', 'deleteUser'],
  pauses: ['startPause', 'endPause'],
  import: [
    'previewBatch',
    'startBatch',
    'cancelBatch',
    'undoBatch',
    'readImportColumns',
    'importApps',
    'takeImportRows',
  ],
};
/** GETs that no key may make: readable passwords, administrators, keys, sessions, and second factors. */
const closedGets = ['getUserPassword', 'getAdmins', 'getApiKeys', 'getSessions', 'getFactors'];

test.each(open)('%s', (name, { method, keys }) => {
  const scope = Object.entries(writes).find(([, names]) => names.includes(name))?.[0];
  const expected = method === 'GET' && !closedGets.includes(name) ? 'read' : (scope ?? false);
  expect(keys).toBe(expected);
});

test('a key with the scope read changes nothing', () => {
  for (const [name, { method, keys }] of open) {
    if (keys === 'read') expect(method, name).toBe('GET');
  }
});

test('two fields are closed to keys: an invitation, and the address to which it is mailed', () => {
  const closed = open.flatMap(([name, { body }]) =>
    Object.keys(fieldsClosedToKeys(body)).map((field) => `${name} ${field}`),
  );
  expect(closed).toEqual([
    'createNewUser invite',
    'createNewUser email',
    'updateUser invite',
    'updateUser email',
  ]);
});

test('a call that asks again who somebody is, is closed to keys, or asks for a field that is', () => {
  for (const [name, { asksAgain, keys, body }] of open) {
    if (asksAgain === undefined || keys === false) continue;
    const fields = typeof asksAgain === 'object' ? asksAgain.with : [''];
    expect(Object.keys(fieldsClosedToKeys(body)), name).toEqual(
      expect.arrayContaining([...fields]),
    );
  }
});

test.each([
  ['admin', 'all'],
  ['admin', 'view'],
  ['user', 'all'],
] as const)('a key of %s (%s) has no ability that its person has not', (kind, access) => {
  const person = { kind, access };
  const withKey = (...scopes: (typeof keyScopes)[number][]) => ({
    ...person,
    via: { key: 'k', name: 'K' },
    scopes,
  });
  for (const ability of abilities) {
    for (const scope of keyScopes) {
      if (can(withKey(scope), ability)) expect(can(person, ability), ability).toBe(true);
      if (ability === 'see-tokens')
        expect(can(withKey(scope), ability)).toBe(scope === 'apps' && access === 'all');
    }
    if (['see-secrets', 'manage-admins', 'manage-keys'].includes(ability)) {
      expect(can(withKey(...keyScopes), ability), ability).toBe(false);
    }
  }
});

it('the scopes that keys of people may have', () => {
  expect(scopesOpenTo({ kind: 'admin' })).toEqual([...keyScopes]);
  expect(scopesOpenTo({ kind: 'admin', access: 'view' })).toEqual(['read']);
  expect(scopesOpenTo({ kind: 'user' })).toEqual(['read', 'apps', 'pauses', 'import']);
});
