import { expect, test } from 'vitest';
import { isCloseAccount } from './account-names.ts';

test.each([
  ['Quilmoor Studio', 'Quillmoor Studio'],
  ['quillmoor studio', 'Quillmoor Studio'],
  ['Quillmoor-Studio', 'Quillmoor Studio'],
  ['Quillmoro Studio', 'Quillmoor Studio'],
  ['Quillmoor Studios', 'Quillmoor Studio'],
  ['Qillmoor Studo', 'Quillmoor Studio'],
  ['Tdie', 'Tide'],
  ['Студио Море', 'Студия Море'],
])('%s is close to %s', (name, other) => {
  expect(isCloseAccount(name, other)).toBe(true);
  expect(isCloseAccount(other, name)).toBe(true);
});

test.each([
  ['Quillmoor Studio', ' Quillmoor Studio '],
  ['Quillmoor Games', 'Quillmoor Studio'],
  ['Account 1', 'Account 2'],
  ['Harbour', 'Harbour 2'],
  ['ABC', 'ABD'],
  ['Tide', 'Time1'],
  ['', 'Quillmoor Studio'],
])('%s is not close to %s', (name, other) => {
  expect(isCloseAccount(name, other)).toBe(false);
  expect(isCloseAccount(other, name)).toBe(false);
});
