import { expect, test } from 'vitest';
import {
  canBeEach,
  faultOf,
  noEachValues,
  problemsOf,
  valuesOfPaste,
  withPasted,
} from './each-values.ts';

const apps = ['a1', 'a2', 'a3'].map((appID) => ({
  appID,
  appName: `App ${appID}`,
  packageName: `com.${appID}`,
  now: '',
}));
const categories = ['Weather', 'Games: Puzzle'];
const of = (
  field: 'appStatus' | 'adsStatus' | 'category' | 'reward1' | 'appName' | 'packageName',
) => ({
  field,
  apps,
  categories,
  from: 0,
});
const values = (...texts: string[]) => ({
  ...noEachValues,
  values: Object.fromEntries(texts.map((text, index) => [`a${index + 1}`, text])),
});
const problems = (field: Parameters<typeof of>[0], ...texts: string[]) =>
  [...problemsOf(values(...texts), of(field))].map(
    ([appID, { message, isError }]) => `${appID} ${isError ? 'error' : 'notice'}: ${message}`,
  );

test('options are known by their value or their label, in any case', () => {
  const pasted = (text: string, field: 'appStatus' | 'category') =>
    Object.values(valuesOfPaste(text, of(field)).values);
  expect(pasted('LIVE\nIn-Develop\nSoon', 'appStatus')).toEqual(['live', 'in-develop', 'Soon']);
  expect(pasted('weather\ngames: puzzle', 'category')).toEqual(['Weather', 'Games: Puzzle']);
});

test('words of spreadsheets and consoles are read as in an import, doubtful ones stay', () => {
  const pasted = (text: string, field: 'appStatus' | 'adsStatus') =>
    Object.values(valuesOfPaste(text, of(field)).values);
  expect(pasted('TRUE\nfalsch\nYes', 'adsStatus')).toEqual(['on', 'off', 'on']);
  expect(pasted('Published\nOpen testing\nPaused', 'appStatus')).toEqual([
    'live',
    'in-develop',
    'Paused',
  ]);
});

test('a paste keeps what other rows have', () => {
  const read = valuesOfPaste('com.a2\tnew\ncom.a3\tmore', of('appName'));
  const each = withPasted(values('one', 'two'), read);
  expect(each.values).toEqual({ a1: 'one', a2: 'new', a3: 'more' });
});

test('what cannot be saved is an error; what is twice is a notice', () => {
  expect(problems('appStatus', 'live', 'Beta')).toEqual(['a2 error: “Beta” is no App Status']);
  expect(problems('category', 'Weather', 'No such')).toEqual([
    'a2 error: “No such” is no Category',
  ]);
  expect(problems('appName', 'x'.repeat(201), 'same', 'same')).toEqual([
    'a1 error: App Name must be at most 200 characters',
  ]);
  expect(problems('reward1', 'unit', ' ', 'unit ')).toEqual([
    'a1 notice: The same as App a3',
    'a3 notice: The same as App a1',
  ]);
  expect(problems('packageName', 'com.x', 'com.y', 'com.x')).toHaveLength(2);
});

test('a note, the owner and the countries have no value for each', () => {
  expect(['note', 'selectedUser', 'country', 'reward1', 'appName'].filter(canBeEach)).toEqual([
    'reward1',
    'appName',
  ]);
  expect(faultOf('reward1', 'x'.repeat(201))).toMatch(/at most 200/);
});
