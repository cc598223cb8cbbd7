import { expect, it } from 'vitest';
import { findOffWebhooks } from './webhooks.ts';

const off = (name: string) => ({ id: `id of ${name}`, name, offReason: 'Nobody answers' });

it.each([
  ['no webhook', [], undefined],
  ['one that is off', ['Ops'], 'Ops is off. Nobody answers.'],
  ['two', ['Ops', 'Ads'], 'Ops is off. Nobody answers. Ads is off. Nobody answers.'],
  [
    'many',
    ['a', 'b', 'c', 'd', 'e'],
    'a is off. Nobody answers. b is off. Nobody answers. c is off. Nobody answers. 2 more are off.',
  ],
])('judges %s', (_, names, detail) => {
  const [found, ...more] = findOffWebhooks(names.map(off));
  expect([found?.detail, more]).toEqual([detail, []]);
  if (found) expect(found).toMatchObject({ rule: 'webhook-off', field: '' });
});

it('another webhook that is off is another finding', () => {
  const facts = (names: string[]) => findOffWebhooks(names.map(off))[0]?.facts;
  expect(facts(['a'])).not.toBe(facts(['a', 'b']));
});
