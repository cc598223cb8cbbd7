import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { CallerSettings } from '../ads/callers/caller.settings.ts';
import { createChangesFeed } from './changes.feed.ts';
import { followState } from './follow-state.ts';

const quiet = pino({ level: 'silent' });
const settings = (apiMethod: CallerSettings['apiMethod']): CallerSettings => ({
  apiMethod,
  ipInfoToken: '',
  vpnApiKey: '',
});

/** A follower of settings that a test changes, or cannot be read while they are null. */
function build(first: CallerSettings | null) {
  const state = { now: first, reads: 0 };
  const used: CallerSettings[] = [];
  const feed = createChangesFeed();
  const follower = followState({
    what: 'the settings of callers',
    async read() {
      state.reads += 1;
      if (state.now === null) throw new Error('the database is gone');
      return { ...state.now };
    },
    use: (next) => void used.push(next),
    feed,
    logger: quiet,
  });
  return { state, used, feed, follower };
}

it('hands on the settings at the start, and again when they changed', async () => {
  const { state, used, feed, follower } = build(settings(''));
  await follower.start();
  await feed.announce();
  state.now = settings('header');
  await feed.announce();
  await follower.stop();
  state.now = settings('ipinfo');
  await feed.announce();
  expect(used.map(({ apiMethod }) => apiMethod)).toEqual(['', 'header']);
});

it('starts without a database, tries again by itself, and keeps what it knows', async () => {
  const { state, used, feed, follower } = build(null);
  await follower.start();
  expect(used).toEqual([]);
  state.now = settings('header');
  await expect.poll(() => used.length, { timeout: 5000 }).toBe(1);
  state.now = null;
  await feed.announce();
  expect(used).toHaveLength(1);
  await follower.stop();
  const { reads } = state;
  await new Promise((resolve) => setTimeout(resolve, 2100));
  expect(state.reads).toBe(reads);
});

it('reads once for many announcements that come together', async () => {
  const { state, feed, follower } = build(settings(''));
  await follower.start();
  const before = state.reads;
  await Promise.all(Array.from({ length: 100 }, () => feed.announce()));
  expect(state.reads - before).toBeLessThan(5);
  await follower.stop();
});
