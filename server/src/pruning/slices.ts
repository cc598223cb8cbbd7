import { setTimeout as pause } from 'node:timers/promises';
import { inWriteTurn } from '../db/commit-order.ts';
import type { Db, Tx } from '../db/schema.ts';

/*
 * Pruning works in slices, so that a save waits for one of them at most (ADR 113).
 */

/** The wanted duration of a slice, from the writers' turn until the commit. */
const aimMs = 10;
/** The longest normal slice. After a longer one, the next slice begins anew with few rows. */
const mostMs = 25;
/** `fewest` holds even where a commit alone takes longer, because the disk is slow. */
const rows = { first: 20, fewest: 20, most: 1000 };
/** The rest after a slice, as a multiple of its duration with its commit. */
const usualRest = 1.5;

/** Decides how many rows the next slice takes, from the durations of the slices before it. */
function createPace(most: number) {
  let next = Math.min(rows.first, most);
  return {
    get next() {
      return next;
    },
    add(done: number, tookMs: number): void {
      if (done === 0) return;
      const fitting = tookMs > mostMs ? rows.first : Math.floor((done * aimMs) / tookMs);
      next = Math.max(Math.min(fitting, 2 * next, most), Math.min(rows.fewest, most));
    },
  };
}

/** Takes `most` rows or fewer, and returns how many it took; 0 when none is left. */
type Step = (tx: Tx, most: number) => Promise<number>;

export type Slices = {
  /** Repeats a step in slices until none is left. Returns how many rows were deleted. */
  repeat(step: Step): Promise<number>;
  /** Does the same with a step that deletes nothing; `mostAtOnce`: the most rows that it may take at once. */
  tidy(step: Step, mostAtOnce: number): Promise<void>;
  /** Does something with each part of a list, in slices. Returns the length of the list. */
  each<Item>(list: readonly Item[], work: (tx: Tx, some: Item[]) => Promise<void>): Promise<number>;
  /**
   * Reads pages, each as long as one slice, until one is empty. `next` gets the last row of the page before. Reading needs no
   * turn of the writers.
   */
  pages<Row>(next: (last: Row | null, most: number) => Promise<Row[]>): AsyncGenerator<Row[]>;
};

/**
 * `onDelete` is called after each slice that has deleted something. `rest`: the rest after a slice, as a multiple of its
 * duration.
 */
export type SliceOptions = { onDelete?: () => void; rest?: number };

/** Makes slices on a database. */
export function createSlices(
  db: Db,
  { onDelete = () => {}, rest = usualRest }: SliceOptions = {},
): Slices {
  async function slice(step: Step, pace: ReturnType<typeof createPace>): Promise<number> {
    let began = 0;
    const done = await inWriteTurn(db, (tx) => {
      began = performance.now();
      return step(tx, pace.next);
    });
    const tookMs = performance.now() - began;
    pace.add(done, tookMs);
    if (done > 0) await pause(rest * tookMs);
    return done;
  }

  return {
    async repeat(step) {
      const pace = createPace(rows.most);
      let all = 0;
      for (;;) {
        const done = await slice(step, pace);
        if (done === 0) return all;
        onDelete();
        all += done;
      }
    },
    async tidy(step, mostAtOnce) {
      const pace = createPace(mostAtOnce);
      while ((await slice(step, pace)) > 0);
    },
    async each(list, work) {
      const pace = createPace(rows.most);
      for (let from = 0; from < list.length; ) {
        const done = await slice(async (tx, most) => {
          const some = list.slice(from, from + most);
          await work(tx, some);
          return some.length;
        }, pace);
        onDelete();
        from += done;
      }
      return list.length;
    },
    async *pages(next) {
      const pace = createPace(rows.most);
      for (let last: Parameters<typeof next>[0] = null; ; ) {
        const began = performance.now();
        const page = await next(last, pace.next);
        const tookMs = performance.now() - began;
        if (page.length === 0) return;
        pace.add(page.length, tookMs);
        last = page.at(-1) ?? null;
        yield page;
      }
    },
  };
}
