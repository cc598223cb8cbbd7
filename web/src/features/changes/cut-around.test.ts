import { expect, test } from 'vitest';
import { cutAround } from './cut-around.ts';

const long = 'ca-app-pub-3940256099942544';

test.each([
  ['short values stay whole', 'off', 'on', 'off', 'on'],
  ['nothing stays nothing', '', 'on', '', 'on'],
  [
    'a difference at the end is shown',
    `${long}/6300978111`,
    `${long}/6300978112`,
    '…978111',
    '…978112',
  ],
  [
    'a difference in the middle is shown',
    `${long}/1/${long}`,
    `${long}/22/${long}`,
    '…2544/1/ca-a…',
    '…2544/22/ca-a…',
  ],
  ['letters that were added are shown', long, `${long}5`, '…42544', '…425445'],
  ['two long values that share nothing are cut', 'a'.repeat(99), 'b', `${'a'.repeat(45)}…`, 'b'],
  [
    'an emoji of several characters is not torn',
    `${'x'.repeat(30)}👩‍🚀`,
    `${'x'.repeat(30)}👩‍🌾`,
    '…xxxxx👩‍🚀',
    '…xxxxx👩‍🌾',
  ],
])('%s', (_, before, after, cutBefore, cutAfter) => {
  expect(cutAround(before, after)).toEqual({ before: cutBefore, after: cutAfter });
});
