import { describe, expect, it } from 'vitest';
import {
  type Attempt,
  type Failure,
  secondsToWait,
  secondsToWaitToday,
} from './sign-in-failures.policy.ts';

const attempt: Attempt = {
  kind: 'user',
  account: 'ada',
  address: '203.0.113.7',
  purpose: 'sign-in',
};
const minute = 60_000;

/** Returns failures one second apart; the newest is a second old. */
const failures = (count: number, over: Partial<Failure> = {}): Failure[] =>
  Array.from({ length: count }, (_, index) => ({ ...attempt, age: (index + 1) * 1000, ...over }));

const elsewhere = { address: '198.51.100.1' };
const another = { account: 'grace' };

describe('secondsToWait', () => {
  it.each([
    ['none', [], 0],
    ['9 of the pair', failures(9), 0],
    ['10 of the pair', failures(10), 890],
    ['10 of the pair, nearly over', failures(10, { age: 15 * minute - 1 }), 1],
    ['99 of the account from elsewhere', failures(99, elsewhere), 0],
    ['100 of the account from elsewhere', failures(100, elsewhere), 800],
    ['49 of others at the address', failures(49, another), 0],
    ['50 of others at the address', failures(50, another), 850],
    ['10 of an administrator of the same name', failures(10, { kind: 'admin', ...elsewhere }), 0],
    ['9 of the pair and 40 of others', [...failures(9), ...failures(40, another)], 0],
    ['9 of the pair and 41 of others', [...failures(9), ...failures(41, another)], 859],
    ['the longest of two waits', [...failures(10), ...failures(50, { ...another, age: 1 })], 900],
  ] as const)('%s', (_, known, seconds) => {
    expect(
      secondsToWait(
        [...known].sort((a, b) => a.age - b.age),
        attempt,
        false,
      ),
    ).toBe(seconds);
  });

  it.each([
    ['100 of the account from elsewhere', failures(100, elsewhere), 0],
    ['10 of the pair', failures(10), 890],
    ['50 of others at the address', failures(50, another), 850],
  ] as const)('of a network that the account is used from: %s', (_, known, seconds) => {
    expect(secondsToWait(known, attempt, true)).toBe(seconds);
  });

  it.each([
    ['99', 99, 0],
    ['100', 100, 800],
  ] as const)('%s of the account, from nobody knows where', (_, count, seconds) => {
    const hidden = { ...attempt, address: '' };
    expect(secondsToWait(failures(count, { address: '' }), hidden, false)).toBe(seconds);
    const others = failures(count, { address: '', ...another });
    expect(secondsToWait(others, hidden, false)).toBe(0);
  });

  it.each([
    ['9 of the pair', failures(9), 0],
    ['10 of the pair', failures(10), 890],
    ['59 of others at the address', failures(59, another), 0],
    ['60 of others at the address', failures(60, another), 840],
    ['500 of the account from elsewhere', failures(500, elsewhere), 0],
  ] as const)('of a second factor: %s', (_, known, seconds) => {
    expect(secondsToWait(known, { ...attempt, purpose: 'second-factor' }, false)).toBe(seconds);
  });
});

it.each([
  ['fewer than twenty', null, 0],
  ['the 20th is new', 1000, 86_399],
  ['the 20th is a day old', 86_400_000, 0],
])('strangers wait for the end of a day: %s', (_, age, seconds) => {
  expect(secondsToWaitToday(age)).toBe(seconds);
});
