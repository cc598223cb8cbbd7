import { adsOffReasons } from '@adwarden/contract/no-ads-reasons';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleEntry } from '../../../test/samples/ads-entry.ts';
import { anyText } from '../../../test/samples/any-text.ts';
import { appIDFrom } from '../../../test/samples/app-id.ts';
import { hashOf } from './ads.addresses.ts';
import { type AppKey, appKey } from './ads.app-key.ts';
import { createAdsIndex } from './ads.index.ts';

const keyOf = (appID: string) => appKey(appID) as AppKey;

/** Returns the body of an app as it was put in. */
const bodyIn = (index: ReturnType<typeof createAdsIndex>, appID: string) => {
  const kept = index.get(keyOf(appID));
  return kept && Buffer.from(kept.body, 'latin1').toString();
};

it('gives back all parts of an entry', () => {
  const index = createAdsIndex();
  const oldTokens = [{ token: 'o'.repeat(32), until: 5 }];
  const made = sampleEntry('{"name":"Ünï ✨ مرحبا"}', { oldTokens, shared: false });
  index.set(appIDFrom('a'), made);
  const kept = index.get(keyOf(appIDFrom('a')));
  expect(kept).toEqual({ ...made, body: made.body.toString('latin1') });
  for (const reason of [...adsOffReasons, null]) {
    index.set(appIDFrom('b'), sampleEntry('{}', { oldTokens, reason }));
    expect(index.get(keyOf(appIDFrom('b')))).toMatchObject({ reason, shared: true, oldTokens });
  }
  index.set(appIDFrom('a'), sampleEntry('{}'));
  expect(index.get(keyOf(appIDFrom('a')))?.oldTokens).toBeNull();
  expect(index.get(keyOf(appIDFrom('a')))?.shared).toBe(true);
});

it('gives back bodies of every length, also those longer than an address can tell', () => {
  const index = createAdsIndex();
  const lengths = [0, 1, 8000, ...Array.from({ length: 400 }, (_, more) => 7800 + more), 1_000_000];
  for (const length of lengths) index.set(appIDFrom(length), sampleEntry('x'.repeat(length)));
  for (const length of lengths) expect(bodyIn(index, appIDFrom(length))).toHaveLength(length);
});

it('behaves as a Map through any sets, changes of length and deletes', () => {
  const step = fc.record({
    appID: fc.integer({ min: 0, max: 400 }).map(appIDFrom),
    body: fc.oneof(
      fc.constant(null),
      anyText({ maxLength: 300 }),
      fc.integer({ min: 0, max: 3000 }).map((length) => 'x'.repeat(length)),
    ),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 900, size: 'max' }), (steps) => {
      const index = createAdsIndex();
      const model = new Map<string, string>();
      for (const { appID, body } of steps) {
        if (body === null) {
          index.delete(appID);
          model.delete(appID);
        } else {
          index.set(appID, sampleEntry(body));
          model.set(appID, Buffer.from(body).toString());
        }
      }
      expect(index.size).toBe(model.size);
      for (const { appID } of steps) expect(bodyIn(index, appID)).toBe(model.get(appID));
    }),
    { numRuns: 15 },
  );
});

it('tells apps apart that want the same place', () => {
  const ids = Array.from({ length: 5000 }, (_, number) => appIDFrom(number));
  // An index of few apps uses fewer low bits than these, so these apps want the same place.
  const [one = '', other = '', third = ''] = ids.filter((id) => (hashOf(keyOf(id)) & 1023) === 5);
  const index = createAdsIndex();
  index.set(one, sampleEntry('one'));
  expect(bodyIn(index, other)).toBeUndefined();
  index.set(other, sampleEntry('other'));
  index.delete(one);
  expect(bodyIn(index, one)).toBeUndefined();
  expect(bodyIn(index, other)).toBe('other');
  index.set(one, sampleEntry('one again'));
  expect([bodyIn(index, one), bodyIn(index, other)]).toEqual(['one again', 'other']);
  expect(bodyIn(index, third)).toBeUndefined();
});

it.each(['', '__proto__', 'a'.repeat(15), 'a'.repeat(17), 'A'.repeat(16), 'é'.repeat(16)])(
  'refuses %j, which is no app ID of ours, and keeps what it has',
  (appID) => {
    const index = createAdsIndex();
    expect(() => index.set(appID, sampleEntry('{}'))).toThrow(/is no app ID/);
    index.delete(appID);
    expect(index.size).toBe(0);
  },
);

it('takes no more memory for changes that keep the length', () => {
  const index = createAdsIndex();
  for (let round = 0; round < 20; round += 1) {
    for (let app = 0; app < 5000; app += 1)
      index.set(appIDFrom(app), sampleEntry(`${round} `.repeat(300)));
  }
  expect(index.isWasteful()).toBe(false);
});

it('says so when most of its memory lies idle', () => {
  const index = createAdsIndex();
  for (let app = 0; app < 5000; app += 1) index.set(appIDFrom(app), sampleEntry('x'.repeat(2000)));
  expect(index.isWasteful()).toBe(false);
  for (let app = 0; app < 5000; app += 1) index.set(appIDFrom(app), sampleEntry('x'.repeat(500)));
  expect(index.isWasteful()).toBe(true);
  expect(bodyIn(index, appIDFrom(4999))).toBe('x'.repeat(500));
});

it('walks over every app while they change, and leaves none out', () => {
  const index = createAdsIndex();
  const appIDs = Array.from({ length: 1000 }, (_, app) => appIDFrom(app));
  for (const appID of appIDs) index.set(appID, sampleEntry('first', { oldTokens: null }));
  const again = createAdsIndex();
  let walked = 0;
  for (const record of index.records()) {
    again.setRecord(record);
    walked += 1;
    // Freed places are reused: a changed app may take one that the walk has already passed.
    if (walked % 10 !== 0) continue;
    for (const appID of appIDs) if (Math.random() < 0.05) index.set(appID, sampleEntry('second'));
    index.set(appIDFrom(`new${walked}`), sampleEntry('x'.repeat(walked)));
    index.delete(appIDFrom(walked));
    if (walked > 5000) break;
  }
  const missing = [...appIDs, appIDFrom('new10')].filter(
    (appID) => index.get(keyOf(appID)) && !again.get(keyOf(appID)),
  );
  expect(missing).toEqual([]);
  expect(bodyIn(again, appIDFrom('new10'))).toBe('x'.repeat(10));
});

it('hands its records out in another order than they lie in the table', () => {
  // In table order they would form long runs in the table that they are put into, and a million took minutes.
  const index = createAdsIndex();
  const apps = 20_000;
  for (let app = 0; app < apps; app += 1) index.set(appIDFrom(app), sampleEntry('{}'));
  const places = [...index.records()].map(
    ({ block }) => hashOf(keyOf(block.toString('latin1', 3, 19))) & 0x7fff,
  );
  expect(places).toHaveLength(apps);
  const ascending = places.filter((place, at) => at > 0 && place > (places[at - 1] as number));
  expect(ascending.length).toBeLessThan(apps * 0.7);
});
