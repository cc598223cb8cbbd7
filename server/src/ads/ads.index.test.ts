import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashOf } from './ads.addresses.ts';
import type { AdsEntry } from './ads.answer.ts';
import { createAdsIndex } from './ads.index.ts';

const entry = (body: string, over: Partial<AdsEntry> = {}): AdsEntry => ({
  token: 't'.repeat(32),
  oldTokens: null,
  etag: `"${'e'.repeat(22)}"`,
  shared: true,
  body: Buffer.from(body),
  ...over,
});

/** The body of an app as it was put in. */
const bodyIn = (index: ReturnType<typeof createAdsIndex>, appID: string) => {
  const kept = index.get(appID);
  return kept && Buffer.from(kept.body, 'latin1').toString();
};

it('gives back all parts of an entry', () => {
  const index = createAdsIndex();
  const oldTokens = [{ token: 'o'.repeat(32), until: 5 }];
  const made = entry('{"name":"Ünï ✨ مرحبا"}', { oldTokens, shared: false });
  index.set('a', made);
  const kept = index.get('a');
  expect(kept).toEqual({ ...made, body: made.body.toString('latin1') });
  index.set('a', entry('{}'));
  expect(index.get('a')?.oldTokens).toBeNull();
  expect(index.get('a')?.shared).toBe(true);
});

it('behaves as a Map through any sets, changes of length and deletes', () => {
  const step = fc.record({
    appID: fc.oneof(fc.integer({ min: 0, max: 400 }).map(String), fc.constantFrom('', '__proto__')),
    body: fc.oneof(
      fc.constant(null),
      fc.string({ unit: 'binary', maxLength: 300 }),
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
          index.set(appID, entry(body));
          model.set(appID, Buffer.from(body).toString());
        }
      }
      expect(index.size).toBe(model.size);
      for (const { appID } of steps) expect(bodyIn(index, appID)).toBe(model.get(appID));
    }),
    { numRuns: 15 },
  );
});

it('tells apps apart whose hashes are the same', () => {
  const seen = new Map<number, string>();
  let pair: [string, string] | undefined;
  for (let number = 0; !pair; number += 1) {
    const appID = number.toString(32).padStart(16, '0');
    const other = seen.get(hashOf(appID));
    if (other) pair = [other, appID];
    seen.set(hashOf(appID), appID);
  }
  const [one, other] = pair;
  const index = createAdsIndex();
  index.set(one, entry('one'));
  expect(index.get(other)).toBeUndefined();
  index.set(other, entry('other'));
  index.delete(one);
  expect(index.get(one)).toBeUndefined();
  expect(bodyIn(index, other)).toBe('other');
  index.set(one, entry('one again'));
  expect([bodyIn(index, one), bodyIn(index, other)]).toEqual(['one again', 'other']);
});

it('takes no more memory for changes that keep the length', () => {
  const index = createAdsIndex();
  for (let round = 0; round < 20; round += 1) {
    for (let app = 0; app < 5000; app += 1) index.set(`app ${app}`, entry(`${round} `.repeat(300)));
  }
  expect(index.isWasteful()).toBe(false);
});

it('says so when most of its memory lies idle', () => {
  const index = createAdsIndex();
  for (let app = 0; app < 5000; app += 1) index.set(`app ${app}`, entry('x'.repeat(2000)));
  expect(index.isWasteful()).toBe(false);
  for (let app = 0; app < 5000; app += 1) index.set(`app ${app}`, entry('x'.repeat(500)));
  expect(index.isWasteful()).toBe(true);
  expect(bodyIn(index, 'app 4999')).toBe('x'.repeat(500));
});

it('walks over every app while they change, and leaves none out', () => {
  const index = createAdsIndex();
  const appIDs = Array.from({ length: 1000 }, (_, app) => `app ${app}`);
  for (const appID of appIDs) index.set(appID, entry('first', { oldTokens: null }));
  const again = createAdsIndex();
  let walked = 0;
  for (const record of index.records()) {
    again.setRecord(record);
    walked += 1;
    // Places move to and fro: one that was passed by takes what was still to come.
    if (walked % 10 !== 0) continue;
    for (const appID of appIDs) if (Math.random() < 0.05) index.set(appID, entry('second'));
    index.set(`new ${walked}`, entry('x'.repeat(walked)));
    index.delete(`app ${walked}`);
    if (walked > 5000) break;
  }
  const missing = [...appIDs, 'new 10'].filter((appID) => index.get(appID) && !again.get(appID));
  expect(missing).toEqual([]);
  expect(bodyIn(again, 'new 10')).toBe('x'.repeat(10));
});

it('hands its records out in another order than they lie in the table', () => {
  // In that order they would pile up in the table they are put into, and a million took minutes.
  const index = createAdsIndex();
  const apps = 20_000;
  for (let app = 0; app < apps; app += 1) index.set(`app ${app}`.padEnd(16), entry('{}'));
  const places = [...index.records()].map(
    ({ block }) => hashOf(block.toString('latin1', 3, 19)) & 0x7fff,
  );
  expect(places).toHaveLength(apps);
  const ascending = places.filter((place, at) => at > 0 && place > (places[at - 1] as number));
  expect(ascending.length).toBeLessThan(apps * 0.7);
});
