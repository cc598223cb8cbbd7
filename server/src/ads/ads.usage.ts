import type { AppKey } from './ads.app-key.ts';
import {
  type CountName,
  createUsageTable,
  type UsageSum,
  type UsageTable,
} from './ads.usage-table.ts';

/** What was counted until a cut, to be written bit by bit. */
export type UsageBatch = {
  /** How many sums there were at the cut. */
  readonly size: number;
  /** The next sums, at most `limit`, and the same ones again until they are dropped; none when all are. */
  first(limit: number): UsageSum[];
  /** Forgets what `first` answered last: it is written. */
  drop(): void;
};

/** Counts ads answers by app, in memory (issue 4, item 7); bounded by the apps there are. */
export type AdsUsage = {
  /** An answer to an app that exists. */
  count(key: AppKey, country: string | null, name: CountName): void;
  /** Where an app is counted, for `countAt`. */
  find(key: AppKey): number;
  /** An answer to an app that exists, of which no country is known. */
  countAt(place: number, key: AppKey, name: CountName): void;
  /** A refusal to an app ID that no app has: one sum for all of them, under the app ID ''. */
  countUnknown(): void;
  /** Sets aside what was counted so far and begins anew; null when nothing was. */
  cut(): UsageBatch | null;
};

/** Builds the counter of one process. */
export function createAdsUsage(): AdsUsage {
  let table = createUsageTable();
  let spare: UsageTable | null = null;
  let unknownApps = 0;

  function batchOf(full: UsageTable, unknown: number): UsageBatch {
    const wasteful = full.isWasteful();
    let unknownLeft: UsageSum[] = unknown > 0 ? [['', '', 0, 0, 0, unknown]] : [];
    return {
      size: full.size + unknownLeft.length,
      first: (limit) => [...unknownLeft, ...full.first(limit - unknownLeft.length)],
      drop() {
        unknownLeft = [];
        if (full.size === 0) return;
        full.drop();
        // Its memory serves again, so that the next one need not grow while it counts.
        if (full.size === 0 && !wasteful) spare = full;
      },
    };
  }

  return {
    count: (key, country, name) => table.add(key, country ?? '', name),
    find: (key) => table.find(key),
    countAt: (place, key, name) => table.addAt(place, key, name),
    countUnknown() {
      unknownApps += 1;
    },
    cut() {
      if (table.size === 0 && unknownApps === 0) return null;
      const batch = batchOf(table, unknownApps);
      table = spare ?? createUsageTable();
      spare = null;
      unknownApps = 0;
      return batch;
    },
  };
}
