import { limits } from '@adwarden/contract/limits';
import { pruningNow } from '../db/kept-time.ts';
import { giveRoomBack } from '../db/room.ts';
import type { Db } from '../db/schema.ts';
import type { Job } from '../jobs/job.ts';
import { hourMs } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import type { EndedBytes } from './pruning.store.ts';
import type { Kept, PruningRule, PruningRun } from './rule.ts';
import { createSlices } from './slices.ts';

/** The number of deleted rows of each kind. */
export type Pruned = Record<string, number>;

/** The most pages that a slice gives back to the disk. */
const mostPages = 1000;

/** The options of the slices and of the messages about them. */
export type PruneOptions = {
  endedBytes?: EndedBytes;
  /** Called when the first rows are deleted, with their kind. */
  onBegin?: (kind: string) => void;
};

/**
 * Deletes everything that is not kept any more, by these rules, in slices (ADR 113), by a time that a wrong clock cannot move far
 * (ADR 64). When one rule fails, the others are followed nevertheless; AggregateError at the end.
 */
export async function pruneNow(
  db: Db,
  rules: readonly PruningRule[],
  kept: Kept = limits.kept,
  { endedBytes = limits.endedBytes, onBegin }: PruneOptions = {},
): Promise<Pruned> {
  const now = await pruningNow(db);
  let isBegun = false;
  let working = '';
  const slices = createSlices(db, {
    onDelete() {
      if (!isBegun) onBegin?.(working);
      isBegun = true;
    },
  });
  const run: PruningRun = { db, slices, kept, endedBytes, now };
  const pruned: Pruned = {};
  const failures: unknown[] = [];
  for (const { kind, prune } of rules) {
    working = kind;
    pruned[kind] = await prune(run).catch((error) => {
      failures.push(error);
      return 0;
    });
  }
  await slices.tidy(giveRoomBack, mostPages).catch((error) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `pruning failed: ${failures[0]}`);
  return pruned;
}

/** Builds the job that prunes by these rules. `trafficDays`: the number of days for which counts of requests are kept. */
export function pruningJob(
  db: Db,
  rules: readonly PruningRule[],
  { trafficDays, logger }: { trafficDays: number; logger: Logger },
): Job {
  const kept = { ...limits.kept, usage: { days: trafficDays } };
  return {
    name: 'pruning',
    everyMs: hourMs,
    // Two nodes that prune at once would both delete the excess.
    on: 'prunedAt',
    needs: ['believable time'],
    async work() {
      const began = performance.now();
      const onBegin = (kind: string) => logger.info({ kind }, 'pruning has begun');
      const pruned = await pruneNow(db, rules, kept, { onBegin });
      const counts = Object.entries(pruned).filter(([, rows]) => rows > 0);
      if (counts.length === 0) return;
      const seconds = Math.round((performance.now() - began) / 1000);
      logger.info({ ...Object.fromEntries(counts), seconds }, 'pruning is done');
    },
    words: { failing: 'pruning failed', again: 'pruning works again' },
  };
}
