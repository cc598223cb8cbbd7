import { expect, it } from 'vitest';
import { createBreaker } from './caller.breaker.ts';

function build() {
  let now = 0;
  const told: boolean[] = [];
  const breaker = createBreaker(
    () => now,
    (open) => told.push(open),
  );
  return {
    breaker,
    told,
    fail: (times: number) => Array.from({ length: times }, () => breaker.failed()),
    after: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

it('opens after five failures in a row', () => {
  const { breaker, fail, told } = build();
  fail(4);
  breaker.succeeded();
  fail(4);
  expect(breaker.mayAsk()).toBe(true);
  fail(1);
  expect([breaker.isOpen(), breaker.mayAsk(), told]).toEqual([true, false, [true]]);
});

it('lets one question through after a pause, and closes when that is answered', () => {
  const { breaker, fail, after, told } = build();
  fail(5);
  after(29_999);
  expect(breaker.mayAsk()).toBe(false);
  after(1);
  expect([breaker.mayAsk(), breaker.mayAsk(), breaker.mayAsk()]).toEqual([true, false, false]);
  breaker.succeeded();
  expect([breaker.mayAsk(), breaker.isOpen(), told]).toEqual([true, false, [true, false]]);
});

it('waits ever longer, to five minutes, and is not moved by what was on its way', () => {
  const { breaker, fail, after, told } = build();
  fail(100);
  for (const pause of [30, 60, 120, 240, 300, 300]) {
    after(pause * 1000 - 1);
    expect(breaker.mayAsk(), `${pause} s`).toBe(false);
    after(1);
    expect(breaker.mayAsk(), `${pause} s`).toBe(true);
    fail(1);
  }
  expect(told).toEqual([true]);
  breaker.reset();
  expect(breaker.mayAsk()).toBe(true);
});
