import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createChangesFeed, type Follower } from './changes.feed.ts';

const patienceMs = 200;
const quick: Follower = async () => {};
const never: Follower = () => new Promise(() => {});

it.each<[string, number, Follower[], string | null]>([
  ['none is expected', 0, [quick], null],
  ['none is expected, and one is there', 0, [never], null],
  ['all take it', 2, [quick, quick], 'all'],
  ['one of two takes it', 2, [quick, never], 'some'],
  ['one of two is not there', 2, [quick], 'some'],
  ['none takes it', 2, [never, never], 'none'],
  ['none is there', 2, [], 'none'],
  ['one fails', 1, [() => Promise.reject(new Error('gone'))], 'none'],
])('%s', async (_, expected, followers, reached) => {
  const feed = createChangesFeed(patienceMs, expected);
  for (const follower of followers) feed.subscribe(follower, true);
  expect(await feed.announce()).toBe(reached);
});

it('others count for nothing, and are waited for', async () => {
  const feed = createChangesFeed(30_000, 1);
  let isOver = false;
  feed.subscribe(async () => {
    await pause(50);
    isOver = true;
  });
  feed.subscribe(quick, true);
  expect(await feed.announce()).toBe('all');
  expect(isOver).toBe(true);
});

it('a process that comes meanwhile counts, beside the stream of it that has broken off', async () => {
  const feed = createChangesFeed(30_000, 1);
  const leave = feed.subscribe(never, true);
  const announced = feed.announce();
  leave();
  feed.subscribe(quick, true);
  expect(await announced).toBe('all');
});

it('a step of a batch waits for nobody who is away, and once for one who hangs', async () => {
  const feed = createChangesFeed(30_000, 2);
  expect(await feed.announce({ presentOnly: true })).toBe('none');
  feed.subscribe(quick, true);
  expect(await feed.announce({ presentOnly: true })).toBe('some');
  const impatient = createChangesFeed(patienceMs, 1);
  impatient.subscribe(never, true);
  await impatient.announce({ presentOnly: true });
  const began = performance.now();
  for (let step = 0; step < 100; step += 1) await impatient.announce({ presentOnly: true });
  expect(performance.now() - began, 'not 100 times').toBeLessThan(50 * patienceMs);
});

it('a process that has not taken a change for a second is behind', async () => {
  const feed = createChangesFeed(patienceMs, 1);
  const taken = Promise.withResolvers<void>();
  const leave = feed.subscribe(() => taken.promise, true);
  expect(feed.reached()).toBe('all');
  expect(await feed.announce()).toBe('none');
  await expect.poll(feed.reached).toBe('none');
  taken.resolve();
  await expect.poll(feed.reached).toBe('all');
  leave();
  expect(feed.reached()).toBe('none');
});
