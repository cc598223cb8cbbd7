import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepLog } from '../../../test/servers/kept-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minuteMs = 60_000;

type Line = { msg: string; reqId?: string; err?: object; times?: number; requests?: string[] };

function make() {
  const { logger, lines } = keepLog<Line>('info');
  return { lines, logger };
}

test('an error that comes each second is written once, and then counted', () => {
  const { lines, logger } = make();
  const gone = () => new Error('the database is gone');
  for (let second = 0; second < 3600; second += 1) {
    logger.child({ reqId: `r${second}` }).error({ err: gone() }, 'a call failed');
    vi.advanceTimersByTime(1000);
  }
  expect(lines.map(({ msg }) => msg)).toEqual([
    'a call failed',
    ...Array.from({ length: 3 }, () => 'again: a call failed'),
  ]);
  expect(lines[0]?.err).toMatchObject({ message: 'the database is gone' });
  expect(lines[1]).toMatchObject({ times: 300, reason: 'the database is gone' });
  expect(lines[1]).not.toHaveProperty('err');
  expect(lines[1]?.requests, 'people name a call').toHaveLength(10);
  expect(lines[1]?.requests?.at(-1)).toBe('r300');
});

test('other errors, other words, and the same after an hour are written whole', () => {
  const { lines, logger } = make();
  logger.error({ err: new Error('one') }, 'a call failed');
  logger.error({ err: new Error('other') }, 'a call failed');
  logger.error({ err: new Error('one') }, 'a job failed');
  logger.warn('no error');
  logger.warn('no error');
  vi.advanceTimersByTime(61 * minuteMs);
  logger.error({ err: new Error('one') }, 'a call failed');
  logger.fatal({ err: new Error('one') }, 'a call failed');
  expect(lines.filter(({ err }) => err)).toHaveLength(5);
  expect(lines).toHaveLength(7);
});

test('what never comes twice takes no memory', () => {
  const { lines, logger } = make();
  for (let number = 0; number < 500; number += 1)
    logger.error({ err: new Error(`${number}`) }, 'x');
  logger.error({ err: new Error('0') }, 'x');
  logger.error({ err: new Error('499') }, 'x');
  expect(lines).toHaveLength(501);
});
