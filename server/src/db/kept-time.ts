import { type RawBuilder, sql } from 'kysely';
import { dayMs, hourMs } from '../kit/clock.ts';
import { takeWriteTurn } from './commit-order.ts';
import { databaseNow, nowMs } from './now.ts';
import type { KeptTimeTable } from './schema.safety.ts';
import type { Db, Tx } from './schema.ts';

/*
 * The one place that decides whether the time can be believed (ADR 64). Once a minute the office keeps the time, and how long it
 * has run by a clock that nobody can set. A clock that was set back or far ahead is doubted until it is right again, or until a
 * person accepts it.
 */

export type KeptTime = KeptTimeTable;

/** The error of the database's clock: behind the kept time, or far ahead of it. */
export type TimeDoubt = 'back' | 'ahead';

/** The most that a clock may go back without doubt: corrections of a clock do that. */
const mostBackMs = 60_000;
/** The most that a clock may be ahead without doubt: a server may have been off for so long. */
const mostAheadMs = 30 * dayMs;
/** The most that the bound of pruning may advance beyond the time run, once in each `grantEveryMs` of running. */
const grantMs = 2 * dayMs;
const grantEveryMs = dayMs;
/** A smaller gap needs no grant: it closes by itself, because the stored running time is up to a minute old. */
const noGrantMs = hourMs;

/** Tells whether and how a time of the database's clock (epoch ms) is wrong; null when it can be believed. */
export function doubtOf(
  kept: Pick<KeptTime, 'minute' | 'expected'>,
  now: number,
): TimeDoubt | null {
  if (now < kept.minute - mostBackMs) return 'back';
  return now > kept.expected + mostAheadMs ? 'ahead' : null;
}

/**
 * The time that may be acted on, in epoch milliseconds. It is the database's time; while that is doubted, it stands still at the
 * kept time, so nothing becomes due and nothing ends.
 */
export const believedMs: RawBuilder<number> = sql<number>`(select coalesce(
  (select case when clock.now < minute - ${sql.lit(mostBackMs)} or clock.now > expected + ${sql.lit(mostAheadMs)}
    then minute else clock.now end from kept_time),
  clock.now) from (select ${nowMs} as now) as clock)`;

/** Returns the same time from a state that was already read. */
export const believedOf = ({ now, kept }: TimeState): number =>
  kept && doubtOf(kept, now) ? kept.minute : now;

/** Asks the database for the time that may be acted on. */
export async function believedNow(db: Db): Promise<number> {
  const { now } = await db.selectNoFrom(believedMs.as('now')).executeTakeFirstOrThrow();
  return now;
}

/**
 * Returns the time by which a write ends things: `at`, its beginning by this machine's clock; while the clock is doubted, the
 * kept time.
 */
export async function timeOfEnds(tx: Tx, at: number): Promise<number> {
  const { now, kept } = await readTime(tx);
  return kept && doubtOf(kept, now) ? kept.minute : at;
}

/** The kept time, and the database's time; `kept` is null before a server has begun on this database. */
export type TimeState = { now: number; kept: KeptTime | null };

export async function readTime(db: Db): Promise<TimeState> {
  const [row] = await db.selectFrom('kept_time').selectAll().select(nowMs.as('now')).execute();
  if (!row) return { now: await databaseNow(db), kept: null };
  const { now, ...kept } = row;
  return { now, kept };
}

/** Changes the kept time in the writers' turn; returns it, with the database's time. */
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

/** Builds the first kept time, from a clock that is not doubted. */
const from = (now: number): KeptTime => ({
  id: 1,
  minute: now,
  expected: now,
  ran: 0,
  bound: now,
  boundRan: 0,
  grantedRan: null,
});

/** Keeps the time. `ranSince` turns the kept running time of all servers together into the current one. */
export function keepTime(db: Db, ranSince: (ran: number) => number): Promise<TimeState> {
  return change(db, ({ now, kept }) => {
    if (!kept) return from(now);
    const ran = Math.max(kept.ran, Math.round(ranSince(kept.ran)));
    if (doubtOf(kept, now)) return { ...kept, ran, expected: kept.expected + ran - kept.ran };
    return { ...kept, ran, minute: Math.max(now, kept.minute), expected: now };
  });
}

/** Accepts the clock after a person has said that it is right: everything continues from there. */
export function acceptTime(db: Db): Promise<TimeState> {
  return change(db, ({ now, kept }) => ({
    ...from(now),
    ran: kept?.ran ?? 0,
    boundRan: kept?.ran ?? 0,
  }));
}

/**
 * Returns the time by which history is deleted, in epoch milliseconds. It advances by the time that the servers have really run.
 * Once in each 24 hours of running it advances by up to two days more, unless the clock is doubted. So a clock that is wrong once
 * deletes at most two days, and nothing when it is doubted.
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
      bound: Math.max(bound, next),
      boundRan: ran,
      grantedRan: isGranted ? ran : grantedRan,
    };
  });
  return Math.min(now, kept.bound);
}

/**
 * Sets the kept time to now after a restore, because the time of the backup says nothing about now. Deleting continues slowly
 * from the time of the backup.
 */
export async function forgetKeptMinute(tx: Tx): Promise<void> {
  await tx.updateTable('kept_time').set({ minute: nowMs, expected: nowMs }).execute();
}
