import { expect, test } from 'vitest';
import { canBeEmpty, fieldOfSet, fieldsSchema, settableFields } from './fields-values.ts';

const set = (value: string, empty = false) => ({ value, empty });

test('only the chosen fields are sent, and an empty one only if it was marked', () => {
  const parsed = fieldsSchema.parse({
    set: { adsStatus: set('off'), note: set('left over', true), accountName: set(' Tide ') },
  });
  expect(parsed).toEqual({ adsStatus: 'off', note: '', accountName: ' Tide ' });
});

test.each([
  [{}, ['set', 'Please choose a field']],
  [{ note: set(' ') }, ['set.note.value', 'Please enter a value, or choose “Make it empty”']],
  [{ adsStatus: set('') }, ['set.adsStatus.value', 'Please Select Ads Status']],
  [
    { appName: set('x'.repeat(201)) },
    ['set.appName.value', 'App Name must be at most 200 characters'],
  ],
])('refuses %j', (chosen, [path, message]) => {
  const [issue] = fieldsSchema.safeParse({ set: chosen }).error?.issues ?? [];
  expect(issue?.path.join('.')).toBe(path);
  expect(issue?.message).toBe(message);
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
  expect(fieldOfSet('country')).toBe('country');
});
