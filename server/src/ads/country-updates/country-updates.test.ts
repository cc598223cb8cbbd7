import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { hourMs } from '../../kit/clock.ts';
import { createCountryUpdates } from './country-updates.ts';
import { keepLastUpdate } from './last-update.ts';

/* The server updates the database of countries by itself at the right times. */

const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-updates-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const file = join(dataDir, 'countries.last-update.json');

let now: number;
let tries: number[];
let trouble: string;
let lines: { level: number; reason?: string }[];
beforeEach(() => {
  now = Date.UTC(2026, 10, 28);
  tries = [];
  trouble = '';
  lines = [];
  rmSync(file, { force: true });
});

const create = (everyHours = 24) =>
  createCountryUpdates({
    everyHours,
    dataDir,
    clock: () => now,
    logger: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }),
    async run() {
      tries.push(now);
      await keepLastUpdate(dataDir, { triedAt: now, trouble });
      if (trouble) throw new Error(trouble);
    },
  });
/** Checks once in each of `count` hours; returns the hours in which it tried. */
async function hours(count: number, updates = create()): Promise<number[]> {
  const from = now;
  for (let hour = 0; hour < count; hour += 1) {
    now = from + hour * hourMs;
    await updates.look();
  }
  return tries.map((at) => (at - from) / hourMs);
}

test('it tries at once, and then as often as it is told to, also after restarts', async () => {
  expect(await hours(49)).toEqual([0, 24, 48]);
  now += 23 * hourMs;
  await create().look();
  expect(tries).toHaveLength(3);
});

test('after a failure it tries again in an hour, and says the same reason once', async () => {
  trouble = 'example.com answered 404';
  expect(await hours(4)).toEqual([0, 1, 2, 3]);
  expect(lines).toMatchObject([{ level: 40, reason: trouble }]);
});

test('a clock that was set back does not hold it up', async () => {
  await create().look();
  now -= 400 * 24 * hourMs;
  await create().look();
  expect(tries).toHaveLength(2);
});

test.each(['', 'null', '{"triedAt":"today"}', '🙂'])(
  'a note that reads %j is none',
  async (text) => {
    writeFileSync(file, text);
    await create().look();
    expect(tries).toHaveLength(1);
  },
);
