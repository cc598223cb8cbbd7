import type { AppKey } from '../answers/ads.app-key.ts';
import {
  answerWords,
  type CountName,
  createUsageTable,
  noteAnswer,
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

/** Counts ads answers by app, in memory (ADR 8); bounded by the apps there are. */
export type AdsUsage = {
  /** An answer to an app that exists. */
  count(key: AppKey, country: string | null, name: CountName): void;
  /** A refusal to an app ID that no app has: one sum for all of them, under the app ID ''. */
  countUnknown(): void;
  /** Sets aside what was counted so far and begins anew; null when nothing was. */
  cut(): UsageBatch | null;
};

/**
 * Answers that are noted before they are added. Their sums lie far apart in memory, and the processor fetches
 * several at once when it adds many in a row; an ads answer would wait for its own (README).
 */
const mostNoted = 1024;

/** Builds the counter of one process. */
export function createAdsUsage(): AdsUsage {
  const notes = new Uint32Array(answerWords * mostNoted);
  let noted = 0;
  let table = createUsageTable();
  let spare: UsageTable | null = null;
  let unknownApps = 0;

  function addNoted(): void {
    table.add(notes, noted);
    noted = 0;
  }

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
    count(key, country, name) {
      noteAnswer(notes, noted, key, country ?? '', name);
      noted += 1;
      if (noted === mostNoted) addNoted();
    },
    countUnknown() {
      unknownApps += 1;
    },
    cut() {
      addNoted();
      if (table.size === 0 && unknownApps === 0) return null;
      const batch = batchOf(table, unknownApps);
      table = spare ?? createUsageTable();
      spare = null;
      unknownApps = 0;
      return batch;
    },
  };
}
