import { requestOutcomes } from '@adwarden/contract/ads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { type AppKey, appKey } from '../answers/ads.app-key.ts';
import { createAdsUsage, type UsageBatch } from './ads.usage.ts';
import type { UsageSum } from './ads.usage-table.ts';

/** Reads a batch to its end, some sums at a time; `first` must return the same sums when called twice. */
function all(batch: UsageBatch | null, atOnce = 7): UsageSum[] {
  const sums: UsageSum[] = [];
  for (;;) {
    const next = batch?.first(atOnce) ?? [];
    expect(batch?.first(atOnce) ?? []).toEqual(next);
    expect(next.length).toBeLessThanOrEqual(atOnce);
    if (next.length === 0) return sums;
    sums.push(...next);
    batch?.drop();
  }
}

/** Returns the key of an app. Only apps that exist are counted, so there is one. */
const keyOf = (appID: string) => appKey(appID) as AppKey;

const keyOfSum = ([appID, country, outcome, , , token = '']: UsageSum) =>
  [appID, country, outcome, token].join();
const inOrder = (sums: UsageSum[]) => {
  const keyed = sums.map((sum) => [keyOfSum(sum), sum] as const);
  return keyed.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
};

describe('counting', () => {
  it('has nothing to write while nothing was counted', () => {
    expect(createAdsUsage().cut()).toBeNull();
  });

  it('keeps each app, country, outcome and token apart, like a map would', () => {
    const ids = Array.from({ length: 40 }, newId);
    // These ids begin alike, so all of them want the same place.
    ids.push(...['2', '7', 'a', 'z'].map((last) => `aaaaaaaaaaaaaaa${last}`));
    ids.push('2222222222222222', '7777777777777777', 'zzzzzzzzzzzzzzzz');
    const count = fc.record({
      appID: fc.constantFrom(...ids),
      country: fc.constantFrom(null, 'AA', 'DE', 'US', 'XK', 'ZZ'),
      outcome: fc.constantFrom(...requestOutcomes),
      isNotModified: fc.boolean(),
      token: fc.constantFrom('x'.repeat(32), `${'x'.repeat(28)}0Aaz`, `${'x'.repeat(28)}zzzz`),
      isPresent: fc.boolean(),
    });
    const rounds = fc.array(fc.array(count, { maxLength: 250 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(rounds, fc.integer({ min: 2, max: 50 }), (given, atOnce) => {
        const usage = createAdsUsage();
        for (const counts of given) {
          const expected = new Map<string, UsageSum>();
          for (const { appID, country, outcome, isNotModified, ...by } of counts) {
            const isPresent = by.isPresent && outcome !== 'wrong-token';
            usage.count(keyOf(appID), country, outcome, isNotModified, by.token, isPresent);
            const sum: UsageSum = [appID, country ?? '', outcome, 0, 0];
            const ending = by.token.slice(-4);
            // With so few refusals, every token is reported.
            sum.push(isPresent ? `=${ending}` : ending);
            const known = expected.get(keyOfSum(sum)) ?? sum;
            expected.set(keyOfSum(sum), known);
            known[3] += 1;
            if (isNotModified) known[4] += 1;
          }
          expect(inOrder(all(usage.cut(), atOnce))).toEqual(inOrder([...expected.values()]));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('grows with the apps, gives their sums nearly in order, and begins anew with each cut', () => {
    const usage = createAdsUsage();
    const ids = Array.from({ length: 20_000 }, newId);
    for (let round = 0; round < 3; round += 1) {
      for (const appID of ids) usage.count(keyOf(appID), null, 'on', false, '', true);
      const sums = all(usage.cut(), 500);
      expect(inOrder(sums)).toEqual(inOrder(ids.map((appID) => [appID, '', 'on', 1, 0])));
      const sorted = ids.toSorted();
      const place = new Map(sorted.map((appID, index) => [appID, index]));
      const away = sums.map(([appID], index) => Math.abs((place.get(appID) ?? 0) - index));
      expect(away.filter((steps) => steps > 100).length).toBeLessThan(100);
    }
    expect(usage.cut()).toBeNull();
  });

  it('goes on counting while a batch is written', () => {
    const usage = createAdsUsage();
    usage.count(keyOf('aaaaaaaaaaaaaaaa'), 'DE', 'on', false, '', true);
    const first = usage.cut();
    usage.count(keyOf('aaaaaaaaaaaaaaaa'), 'DE', 'on', false, '', true);
    const second = usage.cut();
    usage.count(keyOf('aaaaaaaaaaaaaaaa'), 'DE', 'on', true, '', true);
    expect(all(first)).toEqual([['aaaaaaaaaaaaaaaa', 'DE', 'on', 1, 0]]);
    usage.count(keyOf('bbbbbbbbbbbbbbbb'), 'DE', 'on', false, '', true);
    expect(all(second)).toEqual([['aaaaaaaaaaaaaaaa', 'DE', 'on', 1, 0]]);
    expect(inOrder(all(usage.cut()))).toEqual([
      ['aaaaaaaaaaaaaaaa', 'DE', 'on', 1, 1],
      ['bbbbbbbbbbbbbbbb', 'DE', 'on', 1, 0],
    ]);
  });

  it.each([1, 1023, 1024, 1025, 2048, 5000])('has every one of %d answers at a cut', (answers) => {
    const usage = createAdsUsage();
    for (let round = 0; round < 2; round += 1) {
      for (let answer = 0; answer < answers; answer += 1) {
        usage.count(keyOf('aaaaaaaaaaaaaaaa'), null, 'on', false, '', true);
      }
      expect(all(usage.cut())).toEqual([['aaaaaaaaaaaaaaaa', '', 'on', answers, 0]]);
    }
  });

  it('tells the tokens of some refusals only, and of none that no app can have', () => {
    const usage = createAdsUsage();
    const app = keyOf('aaaaaaaaaaaaaaaa');
    const refuse = (token: string) => usage.count(app, null, 'wrong-token', false, token, false);
    for (const token of ['', '9', 'x\0yz', 'ünïc', '....', 'a=bc']) refuse(token);
    for (let tries = 1000; tries < 2000; tries += 1) refuse(`${'x'.repeat(28)}${tries}`);
    const sums = all(usage.cut());
    expect(sums).toHaveLength(257);
    expect(sums.reduce((sum, [, , , requests]) => sum + requests, 0)).toBe(1006);
    refuse('abcd');
    expect(all(usage.cut())).toEqual([['aaaaaaaaaaaaaaaa', '', 'wrong-token', 1, 0, 'abcd']]);
  });

  it('has one sum for all app IDs that no app has', () => {
    const usage = createAdsUsage();
    for (let tries = 0; tries < 1000; tries += 1) usage.countUnknown();
    const batch = usage.cut();
    expect(batch?.first(2)).toEqual([['', '', 'wrong-token', 1000, 0]]);
    expect(all(batch)).toEqual([['', '', 'wrong-token', 1000, 0]]);
    expect(usage.cut()).toBeNull();
  });

  it.each([
    '',
    'a',
    'aaaaaaaaaaaaaaa',
    'aaaaaaaaaaaaaaaaa',
    'AAAAAAAAAAAAAAAA',
    'aaaaaaaaaaaaaaa8',
    '1aaaaaaaaaaaaaaa',
    'aaaaaaaa{aaaaaaa',
    'aaaaaaaaaaaaaaa🦄',
    'Ωaaaaaaaaaaaaaaa',
  ])('has no key for %j, which is no app ID of ours', (appID) => {
    expect(appKey(appID)).toBeNull();
  });

  it.each(['', 'D', 'DEU', 'de', 'D1', 'ÄÖ'])('takes %j for no country', (country) => {
    const usage = createAdsUsage();
    usage.count(keyOf('aaaaaaaaaaaaaaaa'), country, 'on', false, '', true);
    expect(all(usage.cut())).toEqual([['aaaaaaaaaaaaaaaa', '', 'on', 1, 0]]);
  });
});
