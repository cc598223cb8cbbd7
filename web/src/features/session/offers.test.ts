import { expect, test } from 'vitest';
import { bestFirst } from './offers.ts';
import type { Session } from './session.ts';
import { hashOf } from './session-tabs.ts';

const admin = (name: string): Session => ({
  token: name,
  user: { _id: name, role: 'admin', access: 'all', fullName: name, email: name },
});
const owner = (name: string): Session => ({
  token: name,
  user: { id: name, role: 'user', fullName: name, userID: name },
});

test('offers of the wanted role come first, and among these the one used last', () => {
  const offers = [
    { session: owner('ada'), usedAt: 5 },
    { session: admin('mia'), usedAt: 1 },
    { session: owner('eve'), usedAt: 9 },
    { session: admin('nia'), usedAt: 3 },
  ];
  const tokens = (role: 'admin' | 'user') =>
    bestFirst(offers, role).map(({ session }) => session.token);
  expect(tokens('admin')).toEqual(['nia', 'mia', 'eve', 'ada']);
  expect(tokens('user')).toEqual(['eve', 'ada', 'nia', 'mia']);
});

test('the hash of a token tells tokens apart, and has no part of them', () => {
  const tokens = Array.from({ length: 1_000 }, (_, place) => `${'x'.repeat(40)}${place}`);
  const hashes = tokens.map(hashOf);
  expect(new Set(hashes).size).toBe(1_000);
  for (const hash of hashes) expect(hash).toMatch(/^[0-9a-z]{1,7}-[0-9a-z]{1,7}$/);
});
