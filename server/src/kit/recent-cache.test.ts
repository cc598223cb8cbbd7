import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRecentCache } from './recent-cache.ts';

it('keeps the values that were used last, and never more than its limit', () => {
  const cache = createRecentCache<string, number>(100);
  for (let number = 0; number < 10_000; number += 1) {
    cache.set(`key ${number}`, number);
    expect(cache.get('key 0')).toBe(0);
    expect(cache.size).toBeLessThanOrEqual(100);
  }
  const lastUsed = Array.from({ length: 48 }, (_, back) => 9_999 - back);
  for (const number of lastUsed) expect(cache.get(`key ${number}`), `${number}`).toBe(number);
  expect(cache.get('key 5000')).toBeUndefined();
});

it('always returns the last value of a key', () => {
  const step = fc.record({ key: fc.nat(20).map(String), value: fc.option(fc.nat()) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const cache = createRecentCache<string, number>(8);
      const last = new Map<string, number>();
      for (const { key, value } of steps) {
        if (value === null) {
          expect([last.get(key), undefined]).toContain(cache.get(key));
        } else {
          cache.set(key, value);
          last.set(key, value);
          expect(cache.get(key)).toBe(value);
        }
        expect(cache.size).toBeLessThanOrEqual(8);
      }
    }),
  );
});

it('forgets everything after clear', () => {
  const cache = createRecentCache<string, string>(4);
  cache.set('__proto__', 'a');
  expect(cache.get('__proto__')).toBe('a');
  cache.clear();
  expect([cache.get('__proto__'), cache.size]).toEqual([undefined, 0]);
});
