import { expect, it, test } from 'vitest';
import { requestedChanges } from '../change-requests/change-requests.ts';
import { abilities, can } from './abilities.ts';
import { closedFieldAmong, fieldsClosedTo, maySet, onlySettable, whyClosed } from './app-fields.ts';
import { accessOfRole, personKinds } from './people.ts';

const admin = { kind: 'admin' } as const;
const owner = { kind: 'user' } as const;
const closedToOwners = ['selectedUser', 'ipAddress', 'country'];

test.each(Object.keys(requestedChanges.shape))('who may set %s', (field) => {
  expect(maySet(admin, field)).toBe(true);
  expect(maySet(owner, field)).toBe(!closedToOwners.includes(field));
});

it('names the fields that are closed to somebody', () => {
  expect(fieldsClosedTo(admin)).toEqual([]);
  expect(fieldsClosedTo(owner)).toEqual(closedToOwners);
  expect(closedFieldAmong(owner, { note: 'x', country: '' })).toBe('country');
  expect(closedFieldAmong(owner, { note: 'x', country: undefined })).toBe(undefined);
  expect(closedFieldAmong(admin, { country: 'IN' })).toBe(undefined);
  expect(whyClosed('ipAddress')).toBe('IP Address is for administrators only');
});

it('leaves out what somebody may not set, and nothing else', () => {
  const values = { note: 'x', ipAddress: 'on', version: 7 };
  expect(onlySettable(owner, values)).toEqual({ note: 'x', version: 7 });
  expect(onlySettable(admin, values)).toEqual(values);
});

it('a viewer sees all, and may nothing else', () => {
  const viewer = { kind: 'admin', access: 'view' } as const;
  expect(abilities.filter((ability) => can(viewer, ability))).toEqual(['see-all']);
  expect(fieldsClosedTo(viewer)).toEqual(closedToOwners);
  expect(can({ kind: 'admin', access: 'all' }, 'write')).toBe(true);
  // Only administrators are viewers.
  expect(can({ kind: 'user', access: 'view' }, 'write')).toBe(true);
});

it('a role that is not known may only view', () => {
  expect(['admin', 'viewer', 'owner', ''].map(accessOfRole)).toEqual([
    'all',
    'view',
    'view',
    'view',
  ]);
});

it('no kind but those of people has an ability, and each ability is somebody’s', () => {
  for (const ability of abilities) {
    expect(personKinds.some((kind) => can({ kind }, ability))).toBe(true);
    for (const kind of ['system', 'viewer', 'constructor', undefined]) {
      expect(can({ kind: String(kind) }, ability), `${kind} ${ability}`).toBe(false);
    }
  }
});
