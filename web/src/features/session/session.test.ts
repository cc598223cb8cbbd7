import { expect, test, vi } from 'vitest';
import { type AdminSession, type OwnerSession, readSession, writeSession } from './session.ts';
import { createSessionStore } from './session-store.ts';

const admin: AdminSession = {
  token: 'a'.repeat(43),
  user: {
    _id: '1',
    role: 'admin',
    access: 'all',
    fullName: 'Administrator',
    email: 'admin@example.com',
  },
};
const owner: OwnerSession = {
  token: 'b'.repeat(43),
  user: { id: '2', role: 'user', fullName: 'Ada <Harbour> 🌊', userID: 'ada' },
};

/** Storage as the browser keeps it: strings by key. */
function storageWith(entries: Record<string, unknown>) {
  const map = new Map(Object.entries(entries).map(([key, value]) => [key, JSON.stringify(value)]));
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}

test('the admin entry is read first, then the user entry', () => {
  expect(readSession(storageWith({ authAdmin: admin, authUser: owner }))).toEqual(admin);
  expect(readSession(storageWith({ authUser: owner }))).toEqual(owner);
  expect(readSession(storageWith({}))).toBeNull();
});

test.each([
  { name: 'no JSON', entry: '{"token":' },
  { name: 'null', entry: 'null' },
  { name: 'a string', entry: '"token"' },
  { name: 'no user', entry: '{"token":"x"}' },
  { name: 'a role that the entry is not for', entry: JSON.stringify(owner) },
])('an admin entry with $name counts as none', ({ entry }) => {
  const storage = storageWith({ authUser: owner });
  storage.map.set('authAdmin', entry);
  expect(readSession(storage)).toEqual(owner);
});

test('writing one entry removes the other, and null removes both', () => {
  const storage = storageWith({ authUser: owner });
  writeSession(storage, admin);
  expect([...storage.map.keys()]).toEqual(['authAdmin']);
  writeSession(storage, owner);
  expect([...storage.map]).toEqual([['authUser', JSON.stringify(owner)]]);
  writeSession(storage, null);
  expect(storage.map.size).toBe(0);
});

test('the store keeps what it read, writes what it is given and tells its listeners', () => {
  const storage = storageWith({ authUser: owner });
  const store = createSessionStore(storage);
  const listener = vi.fn();
  const end = store.subscribe(listener);
  expect(store.get()).toEqual(owner);
  store.set(admin);
  end();
  store.set(null);
  expect(listener).toHaveBeenCalledOnce();
  expect(store.get()).toBeNull();
  expect(readSession(storage)).toBeNull();
});

test('what another installation has stored at this address counts as none', () => {
  const here = vi.fn(() => 'here');
  vi.stubGlobal('document', { querySelector: () => ({ content: here() }) });
  const storage = storageWith({});
  const keyOf = () => [...storage.map.keys()][0] ?? '';
  writeSession(storage, admin);
  expect(JSON.parse(storage.map.get(keyOf()) ?? '')).toEqual({ ...admin, installation: 'here' });
  expect(readSession(storage)).toEqual(admin);
  here.mockReturnValue('elsewhere');
  expect(readSession(storage)).toBeNull();
  here.mockReturnValue('');
  expect(readSession(storage), 'the server could not read its database').toEqual(admin);
  vi.unstubAllGlobals();
});
