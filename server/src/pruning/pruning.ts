import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import { onOneNode } from '../db/claim.ts';
import { pruningNow } from '../db/kept-time.ts';
import type { Db } from '../db/schema.ts';
import { dayMs, dayOf, hourOf } from '../kit/clock.ts';
import { hourly } from '../kit/hourly.ts';
import type { Logger } from '../kit/logger.ts';
import { levelFor, pruneLog } from './pruning.log.ts';
import * as store from './pruning.store.ts';

/** What is kept, as `limits.kept`. */
export type Kept = {
  [Name in keyof typeof limits.kept]: Record<keyof (typeof limits.kept)[Name], number>;
};

/** How many rows were deleted of what. */
export type Pruned = Record<
  | keyof Kept
  | ('previews' | 'trimmedBatches' | 'icons' | 'replacedIcons')
  | ('usageSenders' | 'trafficTotals' | 'comparisons'),
  number
>;

/** Less than the hour after which each node prunes again. */
const gapMs = 50 * 60_000;

/** Repeats a small transaction until it has nothing left to do; other writers come between. Returns how much was done. */
async function inSteps(step: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const done = await step();
    if (done === 0) return all;
    all += done;
    await pause(20);
  }
}

/**
 * Deletes the events that are too old. When there are more than `rows`, the people who have the most lose their oldest
 * ones, until all of these have equally many.
 */
async function pruneEvents(
  db: Db,
  { before, rows }: { before: number; rows: number },
): Promise<number> {
  let all = await inSteps(() => store.pruneOldEvents(db, before));
  const people = await store.eventsOfPeople(db, rows);
  const level = levelFor(
    people.map(({ events }) => events),
    rows,
  );
  for (const { person, events } of people) {
    let excess = events - level;
    all += await inSteps(async () => {
      const done = excess > 0 ? await store.pruneEventsOf(db, person, excess) : 0;
      excess -= done;
      return done;
    });
  }
  return all;
}

/**
 * Deletes what is not kept any more, in small transactions, by a time that a wrong clock cannot move far (ADR 64). When one
 * kind fails, the others are pruned nevertheless; AggregateError at the end.
 */
export async function pruneNow(
  db: Db,
  kept: Kept = limits.kept,
  endedBytes: store.EndedBytes = limits.endedBytes,
): Promise<Pruned> {
  const now = await pruningNow(db);
  const before = (days: number) => now - days * dayMs;
  /** Today is one of the days. */
  const firstDay = (days: number) => dayOf(now) - (days - 1) * dayMs;
  const counts = (table: store.CountTable, first: number) =>
    inSteps(() => store.pruneCounts(db, table, first));
  const ended = (kind: store.EndedKind) => {
    const { days, ofPerson } = kept[kind];
    const most = { before: before(days), ofPerson, bytes: endedBytes };
    return inSteps(() => store.pruneEnded(db, kind, most));
  };
  // The log comes after the things whose last entries go with them, and icons after the log that refers to them.
  const work: { [Kind in keyof Pruned]: () => Promise<number> } = {
    previews: () => inSteps(() => store.prunePreviews(db, now)),
    trimmedBatches: () => inSteps(() => store.trimBatch(db)),
    batches: () => ended('batches'),
    changeRequests: () => ended('changeRequests'),
    pauses: () => ended('pauses'),
    log: () => pruneLog(db, { ...kept.log, before: before(kept.log.days) }),
    icons: () => inSteps(() => store.pruneIcons(db)),
    replacedIcons: () => inSteps(() => store.pruneUnshownIcons(db, endedBytes)),
    usage: () => counts('app_usage', firstDay(kept.usage.days)),
    trafficTotals: () => counts('traffic_total', firstDay(kept.usage.days)),
    comparisons: () => counts('traffic_comparison', firstDay(kept.usage.days)),
    usageHours: () => counts('app_usage_hour', hourOf(before(kept.usageHours.days))),
    tokenUses: () => counts('app_token_usage', firstDay(kept.tokenUses.days)),
    replacedTokens: () => store.pruneReplacedTokens(db, before(kept.replacedTokens.days)),
    // A process that could reach no office for so long has no usage of a day that is kept.
    usageSenders: () => store.pruneUsageSenders(db, before(kept.usage.days)),
    idempotencyKeys: () =>
      inSteps(() => store.pruneIdempotencyKeys(db, before(kept.idempotencyKeys.days))),
    edges: () => store.pruneEdges(db, before(kept.edges.days)),
    pastedLists: () => store.prunePastedLists(db, before(kept.pastedLists.days)),
    bell: () =>
      inSteps(() => store.pruneBells(db, { ...kept.bell, before: before(kept.bell.days) })),
    events: () => pruneEvents(db, { ...kept.events, before: before(kept.events.days) }),
  };
  const pruned = {} as Pruned;
  const failures: unknown[] = [];
  for (const [kind, prune] of Object.entries(work) as [keyof Pruned, () => Promise<number>][]) {
    pruned[kind] = await prune().catch((error) => {
      failures.push(error);
      return 0;
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, `pruning failed: ${failures[0]}`);
  return pruned;
}

/**
 * Prunes, unless a node has begun to in the last `gapMs`: two that prune at once would both delete what is too much.
 * Returns null when it did not.
 */
export function pruneOnOneNode(db: Db, kept?: Kept): Promise<Pruned | null> {
  return onOneNode(db, { work: 'prunedAt', gapMs }, () => pruneNow(db, kept));
}

/**
 * Prunes soon after the start and then every hour, on one node; returns the function that ends it. `trafficDays`: for how
 * many days counts of requests are kept.
 */
export function pruneHourly(db: Db, trafficDays: number, logger: Logger): () => void {
  const kept = { ...limits.kept, usage: { days: trafficDays } };
  return hourly(
    async () => {
      const pruned = Object.entries((await pruneOnOneNode(db, kept)) ?? {}).filter(
        ([, rows]) => rows > 0,
      );
      if (pruned.length > 0) logger.info(Object.fromEntries(pruned), 'pruned');
    },
    (error) => logger.error({ err: error }, 'pruning failed'),
  );
}
