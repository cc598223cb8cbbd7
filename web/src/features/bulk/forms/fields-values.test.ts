import type { LeftLine } from '@adwarden/contract/pasted/values-in-text';
import { expect, test } from 'vitest';
import { canBeEmpty, fieldOfSet, fieldsSchema, settableFields } from './fields-values.ts';

const set = (value: string, empty = false) => ({ value, empty, each: null });
const each = (values: Record<string, string>, left: LeftLine[] = []) => ({
  value: 'not sent',
  empty: false,
  each: { values, left, pasted: null },
});

test('only the chosen fields are sent, and an empty one only if it was marked', () => {
  const parsed = fieldsSchema.parse({
    set: { adsStatus: set('off'), note: set('left over', true), accountName: set(' Tide ') },
  });
  expect(parsed).toEqual({
    change: { set: { adsStatus: 'off', note: '', accountName: ' Tide ' } },
    named: [],
  });
});

test('values of each application are sent by its id, and blank ones are not', () => {
  const parsed = fieldsSchema.parse({
    set: {
      adsStatus: set('off'),
      appName: each({ a1: 'Tide', a2: ' ', a3: 'Moon' }),
      reward1: each({ a3: 'unit' }),
    },
  });
  expect(parsed).toEqual({
    change: {
      set: { adsStatus: 'off' },
      setEach: { a1: { appName: 'Tide' }, a3: { appName: 'Moon', reward1: 'unit' } },
    },
    named: ['a1', 'a3'],
  });
});

test.each<[object, [path: string, message: string | RegExp]]>([
  [{}, ['set', 'Please choose a field']],
  [{ note: set(' ') }, ['set.note.value', /choose “Make it empty”/]],
  [{ adsStatus: set('') }, ['set.adsStatus.value', 'Please Select Ads Status']],
  [{ note: set('x'), appName: each({ a1: ' ' }) }, ['set.appName.each', /Please paste a column/]],
  [{ appName: each({ a1: 'x'.repeat(201) }) }, ['set.appName.each', 'Some values cannot be saved']],
  [
    { appName: each({ a1: 'x' }, [{ line: 2, text: 'y', why: '' }]) },
    ['set.appName.each', /Leave out what is left/],
  ],
  [
    { appName: set('x'.repeat(201)) },
    ['set.appName.value', 'App Name must be at most 200 characters'],
  ],
])('refuses %j', (chosen, [path, message]) => {
  const [issue] = fieldsSchema.safeParse({ set: chosen }).error?.issues ?? [];
  expect(issue?.path.join('.')).toBe(path);
  expect(issue?.message).toEqual(expect.stringMatching(message));
});

test('required fields and choices cannot be empty', () => {
  expect(settableFields('admin').filter((field) => !canBeEmpty(field))).toEqual([
    'appName',
    'packageName',
    'category',
    'adsStatus',
    'appStatus',
    'visibleExtra',
    'ipAddress',
  ]);
});

test('owners set no IP rules, and nobody sets the owner here', () => {
  expect(settableFields('user')).not.toContain('ipAddress');
  expect(settableFields('admin')).not.toContain('selectedUser');
  expect(settableFields('admin')).toHaveLength(settableFields('user').length + 1);
});

test('an error of the server stands at the field of the form', () => {
  expect(fieldOfSet('set.note')).toBe('set.note.value');
  expect(fieldOfSet('setEach.k3v7m2q4x5y6z7ab.note')).toBe('set.note.each');
  expect(fieldOfSet('country')).toBe('country');
});
