import { forEachAdUnit } from '@adwarden/contract/ad-units';
import { expect, it } from 'vitest';
import type { Account } from './facts.ts';
import { type ComparedApp, judgeOthers, type Others } from './others.ts';

const unit = (number: number, publisher = '1') =>
  `ca-app-pub-${publisher.repeat(16)}/${String(number).padStart(10, '0')}`;
const pub = (digit: string) => digit.repeat(16);
const app: ComparedApp = {
  ...forEachAdUnit(() => ''),
  googleBanner1: unit(1),
  packageName: 'com.harbour.tide',
  accountName: 'Harbour',
};
const harbour: Account = {
  publisher: pub('1'),
  publisherExample: 'other1',
  spellings: [{ name: 'Harbour', example: 'other1' }],
};
const among = (shared: Record<string, string[]>, account: Account | null = harbour): Others => ({
  with: (kind, value) => shared[`${kind} ${value}`] ?? [],
  account,
});
const found = (over: Partial<ComparedApp>, others: Others) =>
  judgeOthers({ ...app, ...over }, others).map(({ rule, field, apps }) => [rule, field, apps]);

it.each<[string, Partial<ComparedApp>, Others, unknown[]]>([
  ['an app that shares nothing', {}, among({}), []],
  ['an app without account', { accountName: '' }, among({}, null), []],
  [
    'a unit of another app',
    {},
    among({ [`unit ${unit(1)}`]: ['b', 'c'] }),
    [['unit-in-two-apps', 'googleBanner1', ['b', 'c']]],
  ],
  [
    'another network’s unit of another app',
    { reward3: "it's 100%" },
    among({ "unit it's 100%": ['b'] }),
    [['unit-in-two-apps', 'reward3', ['b']]],
  ],
  [
    'a unit in two slots and in another app',
    { reward1: unit(1) },
    among({ [`unit ${unit(1)}`]: ['b'] }),
    [['unit-in-two-apps', 'googleBanner1', ['b']]],
  ],
  [
    'two units of other apps',
    { reward1: unit(2) },
    among({
      [`unit ${unit(1)}`]: ['b'],
      [`unit ${unit(2)}`]: ['c'],
    }),
    [
      ['unit-in-two-apps', 'googleBanner1', ['b']],
      ['unit-in-two-apps', 'reward1', ['c']],
    ],
  ],
  [
    'a package name of another app, in other letters',
    { packageName: 'Com.Harbour.Tide' },
    among({
      'package com.harbour.tide': ['b'],
    }),
    [['package-in-two-apps', 'packageName', ['b']]],
  ],
  ['an empty package name', { packageName: '' }, among({ 'package ': ['b'] }), []],
  [
    'another publisher than most',
    { googleBanner1: '', reward2: unit(1, '2') },
    among({}),
    [['publisher-unlike-account', 'reward2', ['other1']]],
  ],
  ['the publisher of most, and another one', { reward2: unit(1, '2') }, among({}), []],
  ['units of other networks only', { googleBanner1: 'MAX' }, among({}), []],
  [
    'an account without a usual publisher',
    { googleBanner1: unit(1, '2') },
    among(
      {},
      {
        ...harbour,
        publisher: null,
      },
    ),
    [],
  ],
  [
    'a spelling that is not the usual one',
    { accountName: 'HARBOUR' },
    among({}),
    [['account-spelling', 'accountName', ['other1']]],
  ],
  [
    'one of two usual spellings',
    {},
    among(
      {},
      {
        ...harbour,
        spellings: [
          { name: 'HARBOUR', example: 'other2' },
          { name: 'Harbour', example: 'other1' },
        ],
      },
    ),
    [['account-spelling', 'accountName', ['other2']]],
  ],
])('judges %s', (_, over, others, expected) => {
  expect(found(over, others)).toEqual(expected);
});

it('names no other app in its texts, and rests on which apps they are', () => {
  const facts = (apps: string[]) => {
    const [one] = judgeOthers(app, among({ [`unit ${unit(1)}`]: apps }));
    expect(one?.detail).not.toContain('secret');
    return one?.facts;
  };
  expect(facts(['secret1'])).not.toBe(facts(['secret1', 'secret2']));
  expect(facts(['secret1'])).toBe(facts(['secret1']));
});
