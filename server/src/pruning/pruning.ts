import { limits } from '@adwarden/contract/limits';
import { pruningNow } from '../db/kept-time.ts';
import { giveRoomBack } from '../db/room.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { Job } from '../jobs/job.ts';
import { dayMs, dayOf, hourMs, hourOf } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import { deleteBatches, trimBatches } from './pruning.batches.ts';
import { levelFor, pruneLog } from './pruning.log.ts';
import * as store from './pruning.store.ts';
import { createSlices, type Slices } from './slices.ts';

/** The limits of kept things, as `limits.kept`. */
export type Kept = {
  [Name in keyof typeof limits.kept]: Record<keyof (typeof limits.kept)[Name], number>;
};

/** The number of deleted rows of each kind. */
export type Pruned = Record<
  | keyof Kept
  | ('previews' | 'trimmedBatches' | 'icons' | 'replacedIcons')
  | ('usageSenders' | 'trafficTotals' | 'comparisons'),
  number
>;

/** The most pages that a slice gives back to the disk. */
const mostPages = 1000;

/**
 * Deletes the events that are too old. When there are more than `rows`, the people who have the most lose their oldest
 * ones, until all of these have equally many.
 */
async function pruneEvents(
  db: Db,
  slices: Slices,
  { before, rows }: { before: number; rows: number },
): Promise<number> {
  let all = await pruneOlder(slices, 'unlogged_event', before);
  if ((await store.eventCount(db)) <= rows) return all;
  const pages = () =>
    slices.pages<{ id: number; person: string }>((last, most) =>
      store.eventsAfter(db, last?.id ?? 0, most),
    );
  const excess = new Map<string, number>();
  for await (const page of pages()) {
    for (const { person } of page) excess.set(person, (excess.get(person) ?? 0) + 1);
  }
  const level = levelFor([...excess.values()], rows);
  for (const [person, events] of excess) excess.set(person, events - level);
  for await (const page of pages()) {
    const spare = page.filter(({ person }) => {
      const left = excess.get(person) ?? 0;
      excess.set(person, left - 1);
      return left > 0;
    });
    all += await slices.each(
      spare.map(({ id }) => id),
      store.deleteEvents,
    );
  }
  return all;
}

const pruneOlder = (slices: Slices, table: store.AgingTable, before: number): Promise<number> =>
  slices.repeat((tx, most) => store.pruneOlder(tx, table, { before, most }));

/** Finds some and deletes them in slices, until none is found; returns how many. */
async function pruneFound<Key>(
  slices: Slices,
  find: () => Promise<Key[]>,
  remove: (tx: Tx, some: Key[]) => Promise<unknown>,
): Promise<number> {
  for (let all = 0; ; ) {
    const found = await find();
    if (found.length === 0) return all;
    all += await slices.each(found, async (tx, some) => void (await remove(tx, some)));
  }
}

/** Finds some batches or previews and deletes them, until none is found; returns how many. */
async function pruneBatches(slices: Slices, find: () => Promise<string[]>): Promise<number> {
  for (let all = 0; ; ) {
    const ids = await find();
    if (ids.length === 0) return all;
    all += await deleteBatches(slices, ids);
  }
}

/** Deletes the icons that nothing refers to; returns how many. */
async function pruneIcons(db: Db, slices: Slices): Promise<number> {
  let all = 0;
  const pages = slices.pages<{ hash: string; isSpare: boolean }>((last, most) =>
    store.iconsAfter(db, last?.hash ?? '', most),
  );
  for await (const page of pages) {
    const spare = page.filter(({ isSpare }) => isSpare).map(({ hash }) => hash);
    await slices.each(spare, async (tx, some) => {
      all += await store.deleteUnusedIcons(tx, some);
    });
  }
  return all;
}

/** Deletes icons that no app shows, although the log refers to them, of people who have too many bytes of such icons. */
async function pruneUnshownIcons(db: Db, slices: Slices, most: store.EndedBytes): Promise<number> {
  await slices.repeat(store.forgetShownIcons);
  return pruneFound(slices, () => store.spareUnshownIcons(db, most), store.deleteUnshownIcons);
}

/** The options of the slices and of the messages about them. */
export type PruneOptions = {
  endedBytes?: store.EndedBytes;
  /** Called when the first rows are deleted, with their kind. */
  onBegin?: (kind: keyof Pruned) => void;
};

/**
 * Deletes everything that is not kept any more, in slices (ADR 113), by a time that a wrong clock cannot move far (ADR 64). When
 * one kind fails, the others are pruned nevertheless; AggregateError at the end.
 */
export async function pruneNow(
  db: Db,
  kept: Kept = limits.kept,
  { endedBytes = limits.endedBytes, onBegin }: PruneOptions = {},
): Promise<Pruned> {
  const now = await pruningNow(db);
  const before = (days: number) => now - days * dayMs;
  /** Returns the first of the kept days; today is one of them. */
  const firstDay = (days: number) => dayOf(now) - (days - 1) * dayMs;
  let isBegun = false;
  let working: keyof Pruned = 'previews';
  const slices = createSlices(db, {
    onDelete() {
      if (!isBegun) onBegin?.(working);
      isBegun = true;
    },
  });
  const counts = (table: store.CountTable, first: number) =>
    slices.repeat((tx, most) => store.pruneCounts(tx, table, { before: first, most }));
  const older = (table: store.AgingTable, days: number) => pruneOlder(slices, table, before(days));
  const endedIds = (kind: store.EndedKind) => {
    const { days, ofPerson } = kept[kind];
    return store.endedIds(db, kind, { before: before(days), ofPerson, bytes: endedBytes });
  };
  const ended = (kind: store.EndedKind) =>
    pruneFound(
      slices,
      () => endedIds(kind),
      (tx, some: string[]) => store.deleteEnded(tx, kind, some),
    );
  const bells = { before: before(kept.bell.days), ofPerson: kept.bell.ofPerson };
  // The log comes after the things whose last entries go with them, and icons after the log that refers to them.
  const work: { [Kind in keyof Pruned]: () => Promise<number> } = {
    previews: () => pruneBatches(slices, () => store.expiredPreviews(db, now)),
    trimmedBatches: () => trimBatches(db, slices),
    batches: () => pruneBatches(slices, () => endedIds('batches')),
    changeRequests: () => ended('changeRequests'),
    pauses: () => ended('pauses'),
    log: () => pruneLog(db, { ...kept.log, before: before(kept.log.days) }, slices),
    icons: () => pruneIcons(db, slices),
    replacedIcons: () => pruneUnshownIcons(db, slices, endedBytes),
    usage: () => counts('app_usage', firstDay(kept.usage.days)),
    trafficTotals: () => counts('traffic_total', firstDay(kept.usage.days)),
    comparisons: () => counts('traffic_comparison', firstDay(kept.usage.days)),
    usageHours: () => counts('app_usage_hour', hourOf(before(kept.usageHours.days))),
    tokenUses: () => counts('app_token_usage', firstDay(kept.tokenUses.days)),
    replacedTokens: () => older('replaced_token', kept.replacedTokens.days),
    // A process that could reach no office for so long has no usage of a day that is kept.
    usageSenders: () => older('usage_sender', kept.usage.days),
    idempotencyKeys: () => older('idempotency_key', kept.idempotencyKeys.days),
    apiKeys: () => older('api_key', kept.apiKeys.days),
    edges: () => older('edge', kept.edges.days),
    pastedLists: () => older('pasted_list', kept.pastedLists.days),
    bell: () => pruneFound(slices, () => store.spareItems(db, bells), store.deleteItems),
    events: () => pruneEvents(db, slices, { ...kept.events, before: before(kept.events.days) }),
  };
  const pruned = {} as Pruned;
  const failures: unknown[] = [];
  for (const [kind, prune] of Object.entries(work) as [keyof Pruned, () => Promise<number>][]) {
    working = kind;
    pruned[kind] = await prune().catch((error) => {
      failures.push(error);
      return 0;
    });
  }
  await slices.tidy(giveRoomBack, mostPages).catch((error) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `pruning failed: ${failures[0]}`);
  return pruned;
}

/** The job that prunes. `trafficDays`: the number of days for which counts of requests are kept. */
export function pruningJob(db: Db, trafficDays: number, logger: Logger): Job {
  const kept = { ...limits.kept, usage: { days: trafficDays } };
  return {
    name: 'pruning',
    everyMs: hourMs,
    // Two nodes that prune at once would both delete the excess.
    on: 'prunedAt',
    needs: ['believable time'],
    async work() {
      const began = performance.now();
      const onBegin = (kind: keyof Pruned) => logger.info({ kind }, 'pruning has begun');
      const pruned = await pruneNow(db, kept, { onBegin });
      const counts = Object.entries(pruned).filter(([, rows]) => rows > 0);
      if (counts.length === 0) return;
      const seconds = Math.round((performance.now() - began) / 1000);
      logger.info({ ...Object.fromEntries(counts), seconds }, 'pruning is done');
    },
    words: { failing: 'pruning failed', again: 'pruning works again' },
  };
}
