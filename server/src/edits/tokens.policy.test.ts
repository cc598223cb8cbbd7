import { limits } from '@adwarden/contract/limits';
import { expect, test } from 'vitest';
import { endOfToken, goodUntil, revocation, rotated } from './tokens.policy.ts';

const current = (since: number) => ({ token: `t${since}`, since, until: null });
const old = (since: number, until: number) => ({ token: `t${since}`, since, until });

test('the current token lives on until its end, and a new one comes first', () => {
  const [fresh, before, ...none] = rotated([current(10)], 100, 500);
  expect(fresh).toMatchObject({ since: 100, until: null });
  expect(fresh?.token).toMatch(/^[0-9A-Za-z]{32}$/);
  expect(before).toEqual(old(10, 500));
  expect(none).toEqual([]);
});

test('a token that ends at once is gone', () => {
  expect(rotated([current(10)], 100, 100)).toHaveLength(1);
});

test('older tokens end no later than the one that was just rotated away; expired ones are dropped', () => {
  const tokens = rotated([current(40), old(30, 900), old(20, 400), old(10, 100)], 100, 500);
  expect(tokens.slice(1)).toEqual([old(40, 500), old(30, 500), old(20, 400)]);
});

test('a rotation that ends the current token at once ends all older ones', () => {
  expect(rotated([current(30), old(20, 900)], 100, 100)).toHaveLength(1);
});

test('one rotation too many ends the oldest token', () => {
  const six = [current(60), old(50, 999), old(40, 999), old(30, 999), old(20, 999), old(10, 999)];
  const tokens = rotated(six, 100, 500);
  expect(tokens).toHaveLength(limits.appTokens);
  expect(tokens.slice(1).map(({ since }) => since)).toEqual([60, 50, 40, 30]);
});

test('rotations in one millisecond keep the token that was current', () => {
  let tokens = [current(100)];
  const seen: string[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    seen.unshift(tokens[0]?.token ?? '');
    tokens = rotated(tokens, 100, 500) as typeof tokens;
  }
  expect(tokens.slice(1).map(({ token }) => token)).toEqual(seen.slice(0, limits.appTokens - 1));
});

test('a token is good until its end, and the current one has none', () => {
  expect(goodUntil(old(10, 101), 100)).toBe(101);
  expect(goodUntil(old(10, 100), 100)).toBeUndefined();
  expect(goodUntil(current(10), 100)).toBeUndefined();
});

test('nothing changes when the tokens that are to end have expired already', () => {
  const tokens = [current(40), old(30, 100)];
  expect(endOfToken(30).tokensOf(tokens, 100)).toBe(tokens);
  expect(revocation.tokensOf(tokens, 100)).toBe(tokens);
  expect(endOfToken(30).tokensOf(tokens, 99)).toEqual([current(40)]);
  expect(revocation.tokensOf(tokens, 99)).toEqual([current(40)]);
});
