import * as countries from '@adwarden/contract/countries';
import { expect, test } from 'vitest';
import { asText, refusalOf, typedFrom, whenTyped } from './typed-countries.ts';

test.each([
  [{ where: 'only', country: 'IN,Germany' }, 'IN,Germany'],
  [{ where: 'except', country: 'RU,,China,' }, '!RU,!China'],
  [{ where: 'except', country: '!RU,CN' }, '!RU,!CN'],
  [{ where: 'except', country: '' }, ''],
  [{ where: 'everywhere', country: 'IN' }, ''],
] as const)('%j is sent as %j', (typed, text) => {
  expect(asText(typed)).toBe(text);
});

test.each([
  ['only', 'RU,CN', { where: 'only', country: 'RU,CN' }],
  ['only', '!RU,!CN', { where: 'except', country: 'RU,CN' }],
  ['only', '!', { where: 'except', country: '' }],
  // A mixture is refused, with its signs.
  ['only', '!RU,IN', { where: 'only', country: '!RU,IN' }],
  ['except', '!RU', { where: 'except', country: 'RU' }],
  ['except', '!RU,IN', { where: 'except', country: '!RU,IN' }],
  ['only', '!!RU', { where: 'only', country: '!!RU' }],
  ['except', '!!RU', { where: 'except', country: '!!RU' }],
  ['except', '', { where: 'except', country: '' }],
] as const)('in %j, %j becomes %j', (where, text, typed) => {
  expect(whenTyped(where, text)).toEqual(typed);
});

test.each(['IN,Germany', '!RU,!CN', '!Russia'])('%j is edited and sent as it is', (text) => {
  expect(asText(typedFrom(text))).toBe(text);
});

test.each([
  ['only', '', null],
  ['only', ' , ', null],
  ['only', 'IN,Germany', null],
  ['except', 'RU,CN', null],
  ['except', 'Gremany', 'Unknown country: Gremany. Did you mean Germany?'],
  ['only', '!RU,IN', '!RU and IN in one list'],
  ['except', '!RU,IN', '!RU and IN in one list'],
  ['only', '!!RU', 'Unknown country: !!RU.'],
  ['except', '!!RU', 'Unknown country: !!RU.'],
] as const)('%s %j: %s', (where, country, message) => {
  const refusal = refusalOf(countries, { where, country });
  if (message === null) expect(refusal).toBeNull();
  else expect(refusal).toContain(message);
});
