import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import * as store from './kept-time.ts';
import type { Db } from './schema.ts';
import { isPostgres } from './which.ts';

/** The time as the processes that answer ads get it (`ads/following`). */
type ToldTime = { now: number; held: number | null };

/** Keeps the time while this process runs, and says whether it can be believed (ADR 64). */
export type TimeKeeper = {
  /** Returns the time for these processes; null before the database was read. */
  told(): ToldTime | null;
  /** Returns the time by which things end; this machine's time before the database was read. */
  ends(): number;
  /** Returns how the clock is wrong; null when it is believed. */
  doubt(): store.TimeDoubt | null;
  /** Takes a state that somebody has just read. */
  take(state: store.TimeState): void;
  /** Accepts the clock as it is, on the word of a person; returns its time. */
  accept(): Promise<number>;
  /** Keeps the time now. */
  keep(): Promise<void>;
};

/** Builds the keeper. `clock` is this machine's; `runClock` counts milliseconds and cannot be set. */
export function createTimeKeeper(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  runClock?: Clock;
}): TimeKeeper {
  const { db, clock, logger, runClock = () => performance.now() } = deps;
  /** The last state read, and its time by `runClock`; `expectedAt`: the time when its expected time was new. */
  let known: (store.TimeState & { at: number; expectedAt: number }) | null = null;
  /** The running time of all servers when this one last kept the time. */
  let last: { ran: number; at: number } | null = null;
  let isDoubted = false;

  /** Returns the database's time. The embedded database has this machine's clock. */
  const databaseTime = (): number => {
    if (!known || !isPostgres(db)) return clock();
    return known.now + runClock() - known.at;
  };

  const doubt = () => (known?.kept ? store.doubtOf(known.kept, databaseTime()) : null);

  function take(state: store.TimeState): void {
    const at = runClock();
    const isSame = known?.kept?.expected === state.kept?.expected;
    known = { ...state, at, expectedAt: isSame && known ? known.expectedAt : at };
  }

  async function keep(): Promise<void> {
    const at = runClock();
    const state = await store.keepTime(db, (ran) => (last ? last.ran + at - last.at : ran));
    last = { ran: state.kept?.ran ?? 0, at };
    take(state);
    const why = doubt();
    if ((why !== null) !== isDoubted) {
      isDoubted = why !== null;
      if (why) logger.error({ kept: new Date(state.kept?.minute ?? 0) }, words[why]);
      else logger.info('the clock is believed again: what was due goes on');
    }
  }

  return {
    doubt,
    keep,
    take,
    told() {
      if (!known?.kept) return null;
      if (!doubt()) return { now: Math.round(databaseTime()), held: null };
      const { expected, minute } = known.kept;
      return { now: Math.round(expected + runClock() - known.expectedAt), held: minute };
    },
    ends: () => (doubt() && known?.kept ? known.kept.minute : databaseTime()),
    async accept() {
      const state = await store.acceptTime(db);
      take(state);
      isDoubted = false;
      return state.now;
    },
  };
}

const words: Record<store.TimeDoubt, string> = {
  back: 'the clock has gone back: nothing becomes due or ends until it is right, or accepted',
  ahead:
    'the clock is more than 30 days ahead of the time that was kept: nothing becomes due or ends until it is right, or accepted',
};
