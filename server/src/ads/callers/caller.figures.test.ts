import { expect, test } from 'vitest';
import { createCallerFigures } from './caller.figures.ts';
import { callerKinds, callerPart } from './caller.part.ts';

test('each caller has its kind', () => {
  const kinds = [callerPart('US', true), callerPart('NL', null), callerPart(null, false)].map(
    ({ kind }) => callerKinds[kind],
  );
  expect(kinds).toEqual([
    { country: 'US', vpn: 'yes' },
    { country: 'NL', vpn: 'unknown' },
    { country: 'unknown', vpn: 'no' },
  ]);
});

test('the 20 countries with most are shown, the others as one, and no figure falls', () => {
  const counts = callerKinds.map(() => 0);
  const countries = [...new Set(callerKinds.map(({ country }) => country))].slice(1);
  const ask = (country: string | null, times: number) => {
    const { kind } = callerPart(country, false);
    counts[kind] = (counts[kind] ?? 0) + times;
  };
  const read = createCallerFigures(() => counts);
  const figures = () =>
    new Map(read().flatMap(({ country, vpn, count }) => (vpn === 'no' ? [[country, count]] : [])));
  for (const [place, country] of countries.entries()) ask(country, 1_000 - place);
  ask(null, 5);
  const first = figures();
  expect([...first.keys()].toSorted()).toEqual(
    [...countries.slice(0, 20), 'other', 'unknown'].toSorted(),
  );
  expect(first.get('unknown')).toBe(5);
  expect([...first.values()].reduce((sum, count) => sum + count, 0)).toBe(
    counts.reduce((sum, count) => sum + count, 0),
  );
  expect(read().length).toBeLessThanOrEqual(66);

  // The last country becomes the first, and its earlier count stays with the others.
  const last = countries.at(-1) ?? '';
  ask(last, 5_000);
  const second = figures();
  expect(second.get(last)).toBe(5_000);
  expect(second.has(countries[19] ?? '')).toBe(false);
  ask(countries[50] ?? '', 3);
  const third = figures();
  for (const [country, count] of second)
    expect(third.get(country) ?? 0, country).toBeGreaterThanOrEqual(count);
  expect(third.get('other')).toBe((first.get('other') ?? 0) + 3);
});
