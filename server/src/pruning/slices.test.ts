import { afterEach, expect, it, vi } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { createSlices } from './slices.ts';

eachDialect('slices', (database) => {
  let now = 0;
  const takes = (ms: number) => {
    now += ms;
  };
  const useClock = () => vi.spyOn(performance, 'now').mockImplementation(() => now);
  afterEach(() => void vi.restoreAllMocks());

  /** Returns the most rows that a step may take in each slice, when each row takes so long. */
  async function sizes(msPerRow: (slice: number) => number, slices = 12): Promise<number[]> {
    useClock();
    const given: number[] = [];
    await createSlices(database.db, { rest: 0 }).repeat(async (_tx, most) => {
      if (given.length === slices) return 0;
      takes(most * msPerRow(given.length));
      given.push(most);
      return most;
    });
    return given;
  }

  it('take as many rows as fit into 10 ms, at most 1,000', async () => {
    expect((await sizes(() => 0.1)).at(-1)).toBe(100);
    expect((await sizes(() => 0.001)).at(-1)).toBe(1000);
  });

  it('begin with few rows, and at most double them', async () => {
    expect((await sizes(() => 0.001)).slice(0, 4)).toEqual([20, 40, 80, 160]);
  });

  it('begin anew after one that took more than 25 ms', async () => {
    const given = await sizes((slice) => (slice === 5 ? 1 : 0.1));
    expect(given[5]).toBe(100);
    expect(given[6]).toBe(20);
  });

  it('go on where a commit alone takes longer', async () => {
    expect((await sizes(() => 10)).at(-1)).toBe(20);
  });

  it('measure from when they have the writers’ turn', async () => {
    const { db } = database;
    useClock();
    const held = Promise.withResolvers<void>();
    const holder = createSlices(db, { rest: 0 });
    const isHeld = Promise.withResolvers<void>();
    const holding = holder.each([1], async () => {
      isHeld.resolve();
      await held.promise;
    });
    await isHeld.promise;
    const given: number[] = [];
    const waiting = createSlices(db, { rest: 0 }).repeat(async (_tx, most) => {
      given.push(most);
      return given.length === 3 ? 0 : most;
    });
    takes(10_000);
    held.resolve();
    await Promise.all([holding, waiting]);
    expect(given).toEqual([20, 40, 80]);
  });

  it('take each item of a list once, and count them', async () => {
    const list = Array.from({ length: 137 }, (_, index) => index);
    const taken: number[] = [];
    const onDelete = vi.fn();
    const slices = createSlices(database.db, { rest: 0, onDelete });
    expect(await slices.each(list, async (_tx, some) => void taken.push(...some))).toBe(137);
    expect(taken).toEqual(list);
    expect(onDelete.mock.calls.length).toBeGreaterThan(1);
    expect(await slices.each([], async () => {})).toBe(0);
  });

  it('let others write between them', async () => {
    const { db } = database;
    let isOver = false;
    let written = 0;
    const pruning = createSlices(db)
      .repeat(async (_tx, most) => {
        const until = performance.now() + 10;
        while (performance.now() < until);
        return written >= 5 ? 0 : most;
      })
      .finally(() => {
        isOver = true;
      });
    while (!isOver) {
      await createSlices(db, { rest: 0 }).each([1], async () => {});
      written += 1;
    }
    await pruning;
    expect(written).toBeGreaterThanOrEqual(5);
  });
});
