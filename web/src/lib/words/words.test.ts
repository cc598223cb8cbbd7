import { expect, test } from 'vitest';
import { appValueTone } from './words.ts';

test.each([
  ['adsStatus', 'ON', 'success'],
  ['visibleExtra', 'OFF', 'danger'],
  ['appStatus', 'Live', 'success'],
  ['appStatus', 'In-Develop', 'warning'],
  ['appStatus', 'Suspended', 'danger'],
  ['appStatus', 'Suspend', 'danger'],
  ['note', 'ON', undefined],
  ['adsStatus', '', undefined],
])('%s %s has the tone %s', (field, words, tone) => {
  expect(appValueTone(field, words)).toBe(tone);
});
