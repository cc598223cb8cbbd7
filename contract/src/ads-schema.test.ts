import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { adUnitSlots } from './ad-units.ts';
import { ads } from './ads.ts';
import { adsSchema } from './ads-schema.ts';
import { examples } from './examples.ts';

const schema = z.fromJSONSchema(adsSchema() as Parameters<typeof z.fromJSONSchema>[0]);
const answer = JSON.parse(JSON.stringify(examples.AdsAnswer));
const changed = (over: object) => ({ ...answer, data: { ...answer.data, ...over } });

test('the example fits the schema', () => {
  expect(schema.safeParse(answer)).toMatchObject({ success: true });
});

test.each([
  ['a field of a later version', { somethingNew: [1] }],
  ['a reason of a later version', { adsStatus: 'off', reason: 'a-later-one' }],
])('%s fits the schema', (_, over) => {
  expect(schema.safeParse(changed(over))).toMatchObject({ success: true });
});

test.each([
  ['an ad unit that is null', { googleNative1: null }],
  ['another verdict', { adsStatus: 'maybe' }],
  ['no app ID', { appID: undefined }],
])('%s does not fit the schema', (_, over) => {
  expect(schema.safeParse(changed(over)).success).toBe(false);
});

test('every field of the answer is required', () => {
  const { properties } = adsSchema() as { properties: { data: { required: string[] } } };
  expect(properties.data.required.sort()).toEqual(Object.keys(ads.shape).sort());
});

test('docs/client-protocol.md names the fields and the sample ad units', () => {
  const text = readFileSync(new URL('../../docs/client-protocol.md', import.meta.url), 'utf8');
  for (const field of ['adsStatus', 'reason', 'visibleExtra', 'updatedAt', adUnitSlots[0].name]) {
    expect(text).toContain(`\`${field}\``);
    expect(ads.shape).toHaveProperty(field);
  }
});
