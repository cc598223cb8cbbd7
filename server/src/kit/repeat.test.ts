import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { repeat } from './repeat.ts';

const logger = createLogger('silent');
const words = { failing: 'it fails', again: 'it works again' };
const long = 60_000;

test('works at once, as long as there is more, and stops', async () => {
  let runs = 0;
  const stop = repeat({ work: async () => ++runs < 3, everyMs: long, logger, words });
  await expect.poll(() => runs).toBe(3);
  await stop();
  expect(runs).toBe(3);
});

test('news wakes it, also news that comes while it works', async () => {
  let wake = () => {};
  let subscribers = 0;
  const onNews = (given: () => void) => {
    wake = given;
    subscribers += 1;
    return () => {
      subscribers -= 1;
    };
  };
  let runs = 0;
  const work = async () => {
    runs += 1;
    if (runs === 2) wake();
    return false;
  };
  const stop = repeat({ work, everyMs: long, onNews, logger, words });
  await expect.poll(() => runs).toBe(1);
  wake();
  await expect.poll(() => runs).toBe(3);
  await stop();
  expect(subscribers).toBe(0);
});

test('a failure is tried again after a while, whatever the news', async () => {
  let wake = () => {};
  let runs = 0;
  const work = async () => {
    runs += 1;
    if (runs === 3) return false;
    wake();
    throw new Error('the database is gone');
  };
  const onNews = (given: () => void) => {
    wake = given;
    return () => {};
  };
  const began = performance.now();
  const stop = repeat({ work, everyMs: 100, onNews, logger, words });
  await expect.poll(() => runs).toBe(3);
  expect(performance.now() - began).toBeGreaterThan(190);
  await stop();
});
