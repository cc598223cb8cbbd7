import { type AdUnitName, type AdUnits, forEachAdUnit } from '@adwarden/contract/ad-units';
import { adUnitsIn } from '@adwarden/contract/pasted/ad-units-in-text';
import { expect, test } from 'vitest';
import { placeUnits } from './place-units.ts';

const unit = (number: number) => `ca-app-pub-7315520018462791/${String(number).padStart(10, '0')}`;
const numberOf = (id: string) => Number(id.slice(-10));

type Case = { field?: AdUnitName | null; now?: Partial<AdUnits>; replaces?: boolean };

/** Returns which ad unit goes to which field, and which ad units go nowhere. */
function place(text: string, { field = null, now = {}, replaces = false }: Case = {}) {
  const units = { ...forEachAdUnit(() => ''), ...now };
  const { placed, left } = placeUnits(adUnitsIn(text), { now: units, field, replaces });
  return [
    placed.map(({ field, id }) => `${field} ${numberOf(id)}`).join(', '),
    left.map(({ id, already }) => `${numberOf(id)}${already ? ` in ${already}` : ''}`).join(', '),
  ];
}

const bare = (count: number) => Array.from({ length: count }, (_, index) => unit(index)).join('\n');
const banners = [1, 2, 3, 4].map((number) => `Banner\t${unit(number)}`).join('\n');

test('each format has its fields, in the order of the text', () => {
  const text = `Reward\t${unit(1)}\nNative\t${unit(2)}\nReward\t${unit(3)}\nApp open\t${unit(4)}`;
  expect(place(text, { field: 'googleBanner2' })).toEqual([
    'reward1 1, googleNative1 2, reward2 3, appOpen1 4',
    '',
  ]);
});

test('a fourth banner has no field', () => {
  expect(place(banners)).toEqual(['googleBanner1 1, googleBanner2 2, googleBanner3 3', '4']);
});

test('texts of the format of the field fill on from it', () => {
  expect(place(banners, { field: 'googleBanner2' })).toEqual([
    'googleBanner2 1, googleBanner3 2',
    '3, 4',
  ]);
});

test('ids without a format fill on from the field of the paste, over the formats', () => {
  expect(place(bare(3), { field: 'googleBanner3' })[0]).toBe(
    'googleBanner3 0, googleInterstitial1 1, googleInterstitial2 2',
  );
  expect(place(bare(2))[0]).toBe('googleNative1 0, googleNative2 1');
});

test('20 ids fill 15 fields', () => {
  const [placed, left] = place(bare(20), { field: 'googleNative1' });
  expect(placed?.split(', ')).toHaveLength(15);
  expect(left).toBe('15, 16, 17, 18, 19');
});

test('a filled field stays, unless it is to be replaced', () => {
  const now = { googleBanner1: unit(9), googleBanner3: ` ${unit(2)} ` };
  expect(place(banners, { now })).toEqual(['googleBanner2 1', '2 in Google Banner 3, 3, 4']);
  expect(place(banners, { now, replaces: true })).toEqual([
    'googleBanner1 1, googleBanner2 3',
    '2 in Google Banner 3, 4',
  ]);
});

test('a sample has its format by its number, and a format without a field has no place', () => {
  expect(
    place('ca-app-pub-3940256099942544/5354046379\nca-app-pub-3940256099942544/1044960115')[0],
  ).toBe('googleNative1 1044960115');
  const samples = 'ca-app-pub-3940256099942544/5224354917\nca-app-pub-3940256099942544/9257395921';
  expect(place(samples)[0]).toBe('reward1 5224354917, appOpen1 9257395921');
  expect(place(`Coins\t${unit(1)}\tRewarded interstitial\nHome\t${unit(2)}\tBanner`)).toEqual([
    'googleBanner1 2',
    '1',
  ]);
});
