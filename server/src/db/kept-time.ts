import { type RawBuilder, sql } from 'kysely';
import { dayMs, hourMs } from '../kit/clock.ts';
import { takeWriteTurn } from './commit-order.ts';
import { databaseNow, nowMs } from './now.ts';
import type { KeptTimeTable } from './schema.safety.ts';
import type { Db, Tx } from './schema.ts';

/*
 * The one place that says whether the time can be believed (ADR 64). The office keeps the time once a minute, with how
 * long it has run by a clock that nobody can set. A clock that was set back or far ahead is doubted until it is right
 * again, or a person accepts it.
 */

export type KeptTime = KeptTimeTable;

/** How the clock of the database is wrong: behind the kept time, or far ahead of it. */
export type TimeDoubt = 'back' | 'ahead';

/** A clock may be set back by so much: that is how clocks are corrected. */
const mostBackMs = 60_000;
/** A server may have been off for so long. */
const mostAheadMs = 30 * dayMs;
/** By so much the bound of pruning may go further than the server has run, once in each `grantEveryMs` that it has run. */
const grantMs = 2 * dayMs;
const grantEveryMs = dayMs;
/** Less is made up for by itself: the time that it has run is up to a minute old. */
const noGrantMs = hourMs;

/** Whether a time of the database's clock (epoch ms) is to be doubted. */
export function doubtOf(
  kept: Pick<KeptTime, 'minute' | 'expected'>,
  now: number,
): TimeDoubt | null {
  if (now < kept.minute - mostBackMs) return 'back';
  return now > kept.expected + mostAheadMs ? 'ahead' : null;
}

/**
 * The time that may be acted on, in epoch milliseconds: the database's. While that is doubted, it stands still at the kept
 * time, so nothing becomes due and nothing ends.
 */
export const believedMs: RawBuilder<number> = sql<number>`(select coalesce(
  (select case when clock.now < minute - ${sql.lit(mostBackMs)} or clock.now > expected + ${sql.lit(mostAheadMs)}
    then minute else clock.now end from kept_time),
  clock.now) from (select ${nowMs} as now) as clock)`;

/** The same of what was read. */
export const believedOf = ({ now, kept }: TimeState): number =>
  kept && doubtOf(kept, now) ? kept.minute : now;

/** Asks for the time that may be acted on. */
export async function believedNow(db: Db): Promise<number> {
  const { now } = await db.selectNoFrom(believedMs.as('now')).executeTakeFirstOrThrow();
  return now;
}

/** The time of a write, which began at `at` by this machine's clock, for what ends: `at`, unless the clock is doubted. */
export async function timeOfEnds(tx: Tx, at: number): Promise<number> {
  const { now, kept } = await readTime(tx);
  return kept && doubtOf(kept, now) ? kept.minute : at;
}

/** What is kept, and the database's time; `kept` is null before a server has begun on this database. */
export type TimeState = { now: number; kept: KeptTime | null };

export async function readTime(db: Db): Promise<TimeState> {
  const [row] = await db.selectFrom('kept_time').selectAll().select(nowMs.as('now')).execute();
  if (!row) return { now: await databaseNow(db), kept: null };
  const { now, ...kept } = row;
  return { now, kept };
}

/** Changes what is kept, in the writers' turn; returns it, with the database's time. */
function change(db: Db, next: (state: TimeState) => KeptTime) {
  return db.transaction().execute(async (tx) => {
    await takeWriteTurn(tx);
    const state = await readTime(tx);
    const kept = next(state);
    await write(tx, kept);
    return { now: state.now, kept };
  });
}

async function write(tx: Tx, kept: KeptTime): Promise<void> {
  const { id, ...values } = kept;
  await tx
    .insertInto('kept_time')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** Begins with a time that nothing is known against. */
const from = (now: number): KeptTime => ({
  id: 1,
  minute: now,
  expected: now,
  ran: 0,
  bound: now,
  boundRan: 0,
  grantedRan: null,
});

/** Keeps the time. `ranSince` says how long all servers together have run until now, from what was kept until then. */
export function keepTime(db: Db, ranSince: (ran: number) => number): Promise<TimeState> {
  return change(db, ({ now, kept }) => {
    if (!kept) return from(now);
    const ran = Math.max(kept.ran, Math.round(ranSince(kept.ran)));
    if (doubtOf(kept, now)) return { ...kept, ran, expected: kept.expected + ran - kept.ran };
    return { ...kept, ran, minute: Math.max(now, kept.minute), expected: now };
  });
}

/** A person says that the clock is right: everything goes on from there. */
export function acceptTime(db: Db): Promise<TimeState> {
  return change(db, ({ now, kept }) => ({
    ...from(now),
    ran: kept?.ran ?? 0,
    boundRan: kept?.ran ?? 0,
  }));
}

/**
 * The time by which history is deleted, in epoch milliseconds. It moves by what the servers have really run and, once in
 * each 24 hours of that, by up to two days more, unless the clock is doubted. So a clock that is wrong once deletes two days
 * at most, and nothing when it is doubted.
 */
export async function pruningNow(db: Db): Promise<number> {
  const { now, kept } = await change(db, ({ now, kept }) => {
    if (!kept) return from(now);
    const { ran, bound, boundRan, grantedRan } = kept;
    const earned = bound + ran - boundRan;
    const mayGrant = grantedRan === null || ran - grantedRan >= grantEveryMs;
    const isGranted = mayGrant && now > earned + noGrantMs && doubtOf(kept, now) === null;
    const next = Math.min(now, isGranted ? earned + grantMs : earned);
    return {
      ...kept,
      ...{ bound: Math.max(bound, next), boundRan: ran },
      grantedRan: isGranted ? ran : grantedRan,
    };
  });
  return Math.min(now, kept.bound);
}

/** After a restore: the time of the backup says nothing about now. What is deleted goes on slowly from that time. */
export async function forgetKeptMinute(tx: Tx): Promise<void> {
  await tx.updateTable('kept_time').set({ minute: nowMs, expected: nowMs }).execute();
}
