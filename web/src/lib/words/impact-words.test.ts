import { expect, test } from 'vitest';
import { requestsTurnedOff } from './impact-words.ts';

const part = (reason: 'ads-off' | 'country', country: string) => ({
  reason,
  country,
  requests: 10,
});

test.each([
  [
    {
      requests: 49_123,
      lost: 12_345,
      unknown: 0,
      parts: [part('country', 'IN'), part('country', 'US')],
    },
    'About 12,300 of 49,100 requests in the last 7 days would get no ads (country).',
  ],
  [
    { requests: 900, lost: 900, unknown: 0, parts: [part('ads-off', ''), part('country', 'US')] },
    'All of about 900 requests in the last 7 days would get no ads (Ads Status OFF, country).',
  ],
  // A deletion: without a reason.
  [
    { requests: 900, lost: 900, unknown: 0, parts: [] },
    'All of about 900 requests in the last 7 days would get no ads.',
  ],
])('%j in words', (impact, text) => {
  expect(requestsTurnedOff(impact).text).toBe(text);
});
