import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import type { Db } from '../db/schema.ts';
import { systemClock } from '../kit/clock.ts';
import { createLogger } from '../kit/logger.ts';
import type { Job } from './job.ts';
import { createJobs, runOf } from './jobs.ts';

/** No job of these tests asks the database. */
const noDb = {} as Db;
const silent = createLogger('silent');

const jobOf = (over: Partial<Job>): Job => ({
  name: 'scheduled changes',
  everyMs: 1_000,
  on: 'each node',
  needs: [],
  work: async () => false,
  words: {
    failing: 'scheduled changes wait: they cannot be applied',
    again: 'scheduled changes are applied again',
  },
  ...over,
});

it('goes on at once while there is more, logs an outage once, and tries again', async () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line).msg) });
  const work = vi
    .fn<() => Promise<boolean>>()
    .mockResolvedValueOnce(true)
    .mockResolvedValueOnce(false)
    .mockRejectedValueOnce(new Error('gone'))
    .mockRejectedValueOnce(new Error('still gone'))
    .mockResolvedValue(false);
  const jobs = createJobs({ db: noDb, logger, lacks: () => false, clock: systemClock });
  const stop = jobs.begin([jobOf({ work })]);
  await expect.poll(() => work.mock.calls.length).toBe(2);
  await expect.poll(() => work.mock.calls.length).toBe(5);
  expect(lines).toEqual([
    'scheduled changes wait: they cannot be applied',
    expect.stringMatching(/^scheduled changes are applied again after \d+ s$/),
  ]);
  await stop();
  const calls = work.mock.calls.length;
  await pause(1_200);
  expect(work.mock.calls.length).toBe(calls);
});

it('stops when the running work has ended', async () => {
  const working = Promise.withResolvers<boolean>();
  const work = vi.fn(() => working.promise);
  const jobs = createJobs({ db: noDb, logger: silent, lacks: () => false, clock: systemClock });
  const stop = jobs.begin([jobOf({ work })]);
  let hasStopped = false;
  const stopping = stop().then(() => {
    hasStopped = true;
  });
  await pause(50);
  expect(hasStopped).toBe(false);
  working.resolve(true);
  await stopping;
  expect(work).toHaveBeenCalledTimes(1);
});

it('says of each job when it succeeded, how late it is, and what it lacks', async () => {
  let ran = 5_000;
  const jobs = createJobs({
    db: noDb,
    logger: silent,
    lacks: (need) => need === 'believable time',
    clock: () => 42,
    ran: () => ran,
  });
  const failing = async () => {
    throw new Error('gone');
  };
  const stop = jobs.begin([
    jobOf({ name: 'works', everyMs: 60_000, needs: ['disk', 'believable time'] }),
    jobOf({ name: 'fails', everyMs: 60_000, work: failing }),
  ]);
  const stateOf = (name: string) => jobs.states().find((job) => job.name === name);
  await expect.poll(() => stateOf('works')?.succeededAt).toBe(42);
  expect(stateOf('works')).toMatchObject({ lateMs: 0, lacks: ['believable time'] });
  ran += 61_000;
  expect(stateOf('works')).toMatchObject({ lateMs: 1_000 });
  expect(stateOf('fails')).toMatchObject({ succeededAt: null, lateMs: 1_000, lacks: [] });
  await stop();
});

it('does nothing that needs the disk while it lacks the disk', async () => {
  const work = vi.fn(async () => true);
  const of = { db: noDb, isOver: () => false };
  const lacks = (need: string) => need === 'disk';
  expect(await runOf(jobOf({ work, needs: ['disk'] }), { ...of, lacks })()).toBe(false);
  expect(work).not.toHaveBeenCalled();
  expect(await runOf(jobOf({ work, needs: ['believable time'] }), { ...of, lacks })()).toBe(true);
});

eachDialect('jobs', (database) => {
  it('does work of one node once in its time, and again at once after a failure', async () => {
    const runs: string[] = [];
    let isBroken = true;
    const nodeOf = (node: string) =>
      runOf(
        jobOf({
          on: 'prunedAt',
          everyMs: 3_600_000,
          async work() {
            if (isBroken) throw new Error(`${node} is broken`);
            runs.push(node);
          },
        }),
        { db: database.db, lacks: () => false, isOver: () => false },
      );
    const [one, other] = [nodeOf('one'), nodeOf('other')];
    await expect(one()).rejects.toThrow('one is broken');
    isBroken = false;
    await other();
    await one();
    await other();
    expect(runs).toEqual(['other']);
  });
});
