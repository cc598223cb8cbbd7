import { eventTypes } from '@adwarden/contract/notifications/events';
import { expect, test } from 'vitest';
import { eventGroups, eventName, eventsInWords } from './webhook-words.ts';

test('the form has every event once, each with words', () => {
  const shown = eventGroups.flatMap(({ types }) => types);
  expect(shown.toSorted()).toEqual(eventTypes.toSorted());
  const names = shown.map(eventName);
  expect(names.every(Boolean)).toBe(true);
  expect(new Set(names).size).toBe(names.length);
});

test.each([
  [eventTypes, 'All events'],
  [['pause.began'] as const, 'Ads are paused'],
  [['pause.began', 'change.app'] as const, 'Ads are paused, Application'],
  [
    ['pause.began', 'pause.ended', 'batch.done', 'change.app'] as const,
    'Ads are paused, Ads are resumed and 2 more',
  ],
])('%j: %s', (types, words) => {
  expect(eventsInWords(types)).toBe(words);
});
