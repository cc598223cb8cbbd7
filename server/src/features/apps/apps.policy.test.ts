import { describe, expect, it, test } from 'vitest';
import type { Actor } from '../../http/actor.ts';
import { mayListAppsOf, ownFields } from './apps.policy.ts';

const admin: Actor = { kind: 'admin', id: 'a1', fullName: 'Root', login: 'r@x.io', address: '' };
const ada: Actor = { kind: 'user', id: 'u1', fullName: 'Ada', login: 'Ada', address: '' };

test.each([
  [admin, 'anybody', true],
  [ada, 'Ada', true],
  [ada, ' aDA ', true],
  [ada, 'ada2', false],
  [ada, '', false],
  [ada, 'u1', false],
])('$kind may list the apps of %s: %s', (actor, login, may) => {
  expect(mayListAppsOf(actor, login)).toBe(may);
});

describe('ownFields', () => {
  const form = { appName: 'Tide', ipAddress: 'on', selectedUser: 'eve' };

  it('keeps all fields of an administrator', () => {
    expect(ownFields(admin, form, 'create')).toEqual(form);
    expect(ownFields(admin, form, 'update')).toEqual(form);
  });

  it('removes the owner from an owner’s form, and switches off the IP rules of a new app', () => {
    expect(ownFields(ada, form, 'create')).toEqual({ appName: 'Tide', ipAddress: 'off' });
    expect(ownFields(ada, form, 'update')).toEqual({ appName: 'Tide' });
  });

  it.each([[undefined], [null]])('counts %s as an empty form', (nothing) => {
    expect(ownFields(ada, nothing, 'create')).toEqual({ ipAddress: 'off' });
  });

  it.each([[[form]], ['text'], [7], [true]])('leaves %j to the schema', (odd) => {
    expect(ownFields(ada, odd, 'create')).toBe(odd);
  });

  it('accepts forms without prototype, as multipart makes them', () => {
    const bare = Object.assign(Object.create(null), form);
    expect(ownFields(ada, bare, 'update')).toEqual({ appName: 'Tide' });
  });
});
