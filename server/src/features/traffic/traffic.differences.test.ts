import { limits } from '@adwarden/contract/limits';
import { expect, it } from 'vitest';
import { type ComparedRow, createComparing } from './traffic.differences.ts';

const row = (over: Partial<ComparedRow>): ComparedRow => ({
  appID: 'a',
  country: '',
  ownerId: 'o',
  accountKey: 'k',
  now: 0,
  before: 0,
  ...over,
});

it('adds rows up by what is asked for, and divides what was before by the weeks', () => {
  const rows = [
    row({ appID: 'a', country: 'DE', now: 10, before: 4 }),
    row({ appID: 'a', country: 'FR', now: 1, before: 4 }),
    row({ appID: 'b', country: 'DE', now: 0, before: 41 }),
    row({ appID: 'c', country: 'XK', ownerId: 'p', accountKey: '', now: 5, before: 20 }),
  ];
  const by = (name: Parameters<typeof createComparing>[0]) => {
    const comparing = createComparing(name, 4);
    comparing.add(rows);
    const { increases, decreases } = comparing.largest();
    const inWords = ({ key, requests, usual }: (typeof increases)[number]) =>
      `${key}: ${requests}, usually ${usual}`;
    return [increases.map(inWords), decreases.map(inWords)];
  };
  expect(by('app')).toEqual([['a: 11, usually 2'], ['b: 0, usually 10']]);
  expect(by('owner')).toEqual([[], ['o: 11, usually 12']]);
  expect(by('account')).toEqual([[], ['k: 11, usually 12']]);
  expect(by('country')).toEqual([[], ['DE: 10, usually 11']]);
});

it('lists the largest ones, the first of them first, also when the apps come in chunks', () => {
  const comparing = createComparing('app', 1);
  for (let chunk = 0; chunk < 5; chunk += 1) {
    comparing.add(
      Array.from({ length: 30 }, (_, place) => {
        const number = chunk * 30 + place;
        return row({ appID: String(number), now: 75, before: number });
      }),
    );
  }
  const { increases, decreases } = comparing.largest();
  const first = (from: number, step: number) =>
    Array.from({ length: limits.traffic.differences }, (_, place) => String(from + step * place));
  expect(increases.map(({ key }) => key)).toEqual(first(0, 1));
  expect(decreases.map(({ key }) => key)).toEqual(first(149, -1));
});

it('finds nothing without weeks, and nothing that is as usual', () => {
  const none = createComparing('app', 0);
  none.add([row({ now: 5, before: 0 })]);
  expect(none.largest()).toEqual({ increases: [], decreases: [] });
  const usual = createComparing('app', 2);
  usual.add([row({ now: 5, before: 10 })]);
  expect(usual.largest()).toEqual({ increases: [], decreases: [] });
});
