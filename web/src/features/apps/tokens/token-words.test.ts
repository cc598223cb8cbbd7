import { expect, test } from 'vitest';
import { allDays, noUses, stillUsed, usesByCountry } from './token-words.ts';

const uses = (requests: number, isComplete = true) => ({ requests, isComplete });

test.each([
  [undefined, ''],
  [[], 'No request of the last 14 days had it. '],
  [[uses(0)], 'No request of the last 14 days had it. '],
  [[uses(0), uses(1)], '1 request of the last 14 days had it. '],
  [[uses(1_000), uses(200, false)], '1,200 requests of the last 14 days had it. '],
  [
    [uses(0), uses(0, false)],
    'It is not known whether phones still ask with it: not all requests are counted. ',
  ],
])('uses of tokens: %j', (some, words) => {
  expect(stillUsed(some, 'it')).toBe(words);
});

test('no phone has asked with a token only where all requests are counted', () => {
  const token = { since: '2026-11-26T10:00:00.000Z', isComplete: false };
  expect(noUses({ ...token, isComplete: true }, null)).toBe('No phone has asked with it.');
  expect(noUses(token, null)).toMatch(
    /^It is not known.* on 26 Nov 2026 requests were not counted/,
  );
  expect(noUses(token, '2026-11-27T10:00:00.000Z')).toMatch(
    /^It is not known.* missing since 27 Nov/,
  );
});

test('a token that is counted for two days has fourteen, over the end of a month', () => {
  const days = allDays({
    days: [
      { day: '2026-03-01', requests: 0 },
      { day: '2026-03-02', requests: 7 },
    ],
  });
  expect(days).toHaveLength(14);
  expect(days[0]).toEqual({ day: '2026-02-17', requests: null });
  expect(days.slice(-3)).toEqual([
    { day: '2026-02-28', requests: null },
    { day: '2026-03-01', requests: 0 },
    { day: '2026-03-02', requests: 7 },
  ]);
});

test.each([
  [[], ''],
  [[['', 5]], ''],
  [
    [
      ['IN', 5_200],
      ['', 40],
      ['DE', 3],
    ],
    'India 5,200, Germany 3',
  ],
  [
    [
      ['IN', 5],
      ['DE', 4],
      ['FR', 3],
      ['NO', 2],
    ],
    'India 5, Germany 4, France 3 and 1 more country',
  ],
] as [[string, number][], string][])('the countries %j are %j', (countries, words) => {
  expect(usesByCountry(countries.map(([country, requests]) => ({ country, requests })))).toBe(
    words,
  );
});
