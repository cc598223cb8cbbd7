import { expect, test } from 'vitest';
import { allDays, stillUsed, usesByCountry } from './token-words.ts';

test.each([
  [undefined, ''],
  [0, 'No request of the last 14 days had it. '],
  [1, '1 request of the last 14 days had it. '],
  [1_200, '1,200 requests of the last 14 days had it. '],
])('%j requests with a token', (requests, words) => {
  expect(stillUsed(requests, 'it')).toBe(words);
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
