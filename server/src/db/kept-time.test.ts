import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { dayMs, hourMs } from '../kit/clock.ts';
import * as store from './kept-time.ts';
import { databaseNow } from './now.ts';
import { holdRestoredWork } from './restored-work.ts';
import { createTimeKeeper } from './time-keeper.ts';

/*
 * A test cannot move the clock of a database, but it can move the kept time: if that is a year earlier, the clock is a year
 * ahead.
 */

const logger = pino({ level: 'silent' });
/** The most by which a time may differ, because some time passes between the question to the database and the expectation. */
const nearlyMs = 10_000;

eachDialect('the kept time', (database) => {
  const kept = async () => (await store.readTime(database.db)).kept as store.KeptTime;
  const keep = (ran = 0) => store.keepTime(database.db, (before) => before + ran);
  /** Moves the clock by `ms`, seen from the kept time. */
  async function moveClock(ms: number) {
    const { minute, expected, bound } = await kept();
    await database.db
      .updateTable('kept_time')
      .set({ minute: minute - ms, expected: expected - ms, bound: bound - ms })
      .execute();
  }
  const doubt = async () => {
    const { now, kept } = await store.readTime(database.db);
    return kept && store.doubtOf(kept, now);
  };
  /** Returns how far a time is from the clock. */
  const fromNow = async (time: number) => time - (await databaseNow(database.db));
  beforeEach(async () => {
    await database.db.deleteFrom('kept_time').execute();
  });

  it('begins with the clock as it is', async () => {
    expect(Math.abs(await fromNow(await store.believedNow(database.db)))).toBeLessThan(nearlyMs);
    expect(Math.abs(await fromNow(await store.pruningNow(database.db)))).toBeLessThan(nearlyMs);
    await database.db.deleteFrom('kept_time').execute();
    await keep();
    expect(await doubt()).toBeNull();
  });

  it.each([
    [-59_000, null],
    [-80_000, 'back'],
    [-hourMs, 'back'],
    [-365 * dayMs, 'back'],
    [hourMs, null],
    // A server was off for a weekend, or for 29 days.
    [3 * dayMs, null],
    [29 * dayMs, null],
    [30 * dayMs + hourMs, 'ahead'],
    [450 * dayMs, 'ahead'],
  ] as const)('a clock that is set by %i ms: %s', async (ms, expected) => {
    await keep();
    await moveClock(ms);
    expect(await doubt()).toBe(expected);
    const believed = await store.believedNow(database.db);
    if (expected) expect(believed).toBe((await kept()).minute);
    else expect(Math.abs(await fromNow(believed))).toBeLessThan(nearlyMs);

    await keep();
    expect(await doubt(), 'keeping it changes nothing').toBe(expected);
    await moveClock(-ms);
    if (expected) expect(await doubt(), 'the clock is right again').toBeNull();
  });

  it('believes a clock that is right again after weeks in which it was not', async () => {
    await keep();
    await moveClock(450 * dayMs);
    await keep(35 * dayMs);
    expect(await doubt()).toBe('ahead');
    await moveClock(-415 * dayMs);
    expect(await doubt()).toBeNull();
  });

  it('goes on from the clock that a person accepts', async () => {
    await keep();
    await moveClock(-dayMs);
    await store.acceptTime(database.db);
    expect(await doubt()).toBeNull();
    await moveClock(40 * dayMs);
    await store.acceptTime(database.db);
    expect(await doubt()).toBeNull();
    expect(Math.abs(await fromNow(await store.pruningNow(database.db)))).toBeLessThan(nearlyMs);
  });

  it('counts how long servers have run, once for two of them', async () => {
    const nodes = [0, 0].map((at) => {
      const clock = { at };
      const keeper = createTimeKeeper({
        db: database.db,
        clock: () => Date.now(),
        logger,
        runClock: () => clock.at,
      });
      return { clock, keeper };
    });
    for (const [minutes, ran] of [
      [0, 0],
      [10, 10],
      [25, 25],
    ] as const) {
      for (const { clock, keeper } of nodes) {
        clock.at = minutes * 60_000;
        await keeper.keep();
        expect((await kept()).ran).toBe(ran * 60_000);
      }
    }
  });

  it('moves the bound of pruning by what was run and two days, once in 24 hours that were run', async () => {
    await keep();
    await moveClock(25 * dayMs);
    const began = (await kept()).bound;
    const days = async () => ((await store.pruningNow(database.db)) - began) / dayMs;
    expect(await days()).toBe(2);
    expect(await days(), 'an hour later, or after another start').toBe(2);
    await keep(hourMs);
    expect(await days()).toBe(2 + 1 / 24);
    await keep(23 * hourMs);
    expect(await days()).toBe(5);
    expect(await days()).toBe(5);
    // The clock is right again.
    await moveClock(-25 * dayMs);
    expect(Math.abs(await fromNow(await store.pruningNow(database.db)))).toBeLessThan(nearlyMs);
  });

  // After the day that the server ran, 32 days ahead are still not believed.
  it.each([32, 40, 450])(
    'a clock that is %i days ahead deletes only by what was run',
    async (ahead) => {
      await keep();
      await moveClock(ahead * dayMs);
      const began = (await kept()).bound;
      const days = async () => ((await store.pruningNow(database.db)) - began) / dayMs;
      expect(await days()).toBe(0);
      await keep(24 * hourMs);
      expect(await days()).toBe(1);
      await moveClock(-ahead * dayMs);
      expect(Math.abs(await fromNow(await store.pruningNow(database.db)))).toBeLessThan(nearlyMs);
    },
  );

  it('a clock that is behind deletes by its own time, and loses nothing later', async () => {
    await keep();
    await moveClock(-365 * dayMs);
    expect(Math.abs(await fromNow(await store.pruningNow(database.db)))).toBeLessThan(nearlyMs);
    await moveClock(365 * dayMs);
    expect(Math.abs(await fromNow(await store.pruningNow(database.db)))).toBeLessThan(nearlyMs);
  });

  it('after a restore of an old backup nobody has to accept anything, and pruning goes on slowly', async () => {
    await keep();
    await moveClock(200 * dayMs);
    await database.db.transaction().execute(holdRestoredWork);
    expect(await doubt()).toBeNull();
    expect((await fromNow(await store.pruningNow(database.db))) / dayMs).toBeCloseTo(-198, 0);
  });

  it('tells what ends by when, and what has really passed while the clock is doubted', async () => {
    const clock = { run: 0 };
    const keeper = createTimeKeeper({
      db: database.db,
      clock: () => Date.now(),
      logger,
      runClock: () => clock.run,
    });
    expect(keeper.told()).toBeNull();
    await keeper.keep();
    expect(keeper.told()).toMatchObject({ held: null });
    await moveClock(400 * dayMs);
    keeper.take(await store.readTime(database.db));
    const { minute } = await kept();
    expect(keeper.doubt()).toBe('ahead');
    expect(keeper.told()).toEqual({ now: minute, held: minute });
    clock.run += 5 * 60_000;
    expect(keeper.told()).toEqual({ now: minute + 5 * 60_000, held: minute });
    expect(keeper.ends()).toBe(minute);
    await keeper.keep();
    clock.run += 60_000;
    expect(keeper.told()).toEqual({ now: minute + 6 * 60_000, held: minute });
    await keeper.accept();
    expect(keeper.told()).toMatchObject({ held: null });
    expect(Math.abs(await fromNow(keeper.ends()))).toBeLessThan(nearlyMs);
  });
});
