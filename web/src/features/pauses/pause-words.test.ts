import { expect, test } from 'vitest';
import { beginningInWords, endingInWords } from './pause-words.ts';

const without = [
  { reason: 'paused' as const, apps: 1 },
  { reason: 'suspended' as const, apps: 3 },
];

test.each([
  [{ apps: 0, withAds: 0, without: [] }, 'It covers no application.'],
  [{ apps: 1, withAds: 1, without: [] }, 'Stops the ads of 1 application.'],
  [{ apps: 1200, withAds: 1200, without: [] }, 'Stops the ads of 1,200 applications.'],
  [{ apps: 6000, withAds: null, without: [] }, 'It covers 6,000 applications.'],
  [
    { apps: 11, withAds: 7, without },
    'Stops the ads of 7 of 11 applications. The others get none now: 1 paused by another pause, 3 suspended.',
  ],
  [
    { apps: 4, withAds: 0, without },
    'None of 4 applications gets ads now: 1 paused by another pause, 3 suspended.',
  ],
  [
    { apps: 1, withAds: 0, without: [{ reason: 'country' as const, apps: 1 }] },
    'The application gets no ads now: 1 country.',
  ],
])('before a pause begins, %j: %s', (beginning, words) => {
  expect(beginningInWords(beginning)).toBe(words);
});

test.each([
  [{ apps: 1, withAds: 1, without: [] }, '1 application gets its ads again.'],
  [
    { apps: 11, withAds: 7, without },
    '7 of 11 applications get their ads again. Without ads stay 4: 1 paused by another pause, 3 suspended.',
  ],
  [
    { apps: 6000, withAds: null, without: [] },
    'It covers 6,000 applications. They are as they were before the pause.',
  ],
])('before a pause ends, %j: %s', (ending, words) => {
  expect(endingInWords(ending)).toBe(words);
});
