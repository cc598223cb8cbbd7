import type { RequestOutcome } from '@adwarden/contract/ads';
import type { AppKey } from '../answers/ads.app-key.ts';
import {
  createUsageTable,
  noteRequest,
  requestWords,
  type UsageSum,
  type UsageTable,
} from './ads.usage-table.ts';

/** The sums of everything that was counted before a cut, to be written in parts. */
export type UsageBatch = {
  /** Returns the next sums, at most `limit`; the same ones again until they are dropped; none at the end. */
  first(limit: number): UsageSum[];
  /** Removes what `first` last returned, because it is written. */
  drop(): void;
};

/** Counts requests by app and outcome, in memory (ADR 8). Its size is bounded by the number of apps. */
export type AdsUsage = {
  /**
   * Counts a request for the ads of an existing app. A 304 has the outcome of the answer that it confirms. `isPresent`: its token
   * is the present one, not a replaced or a refused one.
   */
  count(
    key: AppKey,
    country: string | null,
    outcome: RequestOutcome,
    isNotModified: boolean,
    token: string,
    isPresent: boolean,
  ): void;
  /** Counts a refusal to an app ID that no app has: one sum for all of them, under the app ID ''. */
  countUnknown(): void;
  /** Sets aside everything that was counted so far, and starts from zero; null when nothing was counted. */
  cut(): UsageBatch | null;
};

/**
 * The most requests that are noted before they are added together. Their sums are far apart in memory; the processor fetches
 * several at once when many are added in a row. A request that was added alone would wait for its sum (README).
 */
const mostNoted = 1024;
/** The most refused requests between two cuts whose tokens are reported: strangers decide how many there are. */
const mostRefusedTokens = 256;
/** The form of our tokens' last characters. */
const ending = /^[0-9A-Za-z]{4}$/;

/** Builds the counter of one process. */
export function createAdsUsage(): AdsUsage {
  const notes = new Uint32Array(requestWords * mostNoted);
  let noted = 0;
  let table = createUsageTable();
  let spare: UsageTable | null = null;
  let unknownApps = 0;
  let refusedTokens = 0;

  /** Returns the last characters of a refused token; '' if it is not to be reported. */
  function refusedEnding(token: string): string {
    const last = token.slice(-4);
    if (refusedTokens >= mostRefusedTokens || !ending.test(last)) return '';
    refusedTokens += 1;
    return last;
  }

  function addNoted(): void {
    table.add(notes, noted);
    noted = 0;
  }

  function batchOf(full: UsageTable, unknown: number): UsageBatch {
    const wasteful = full.isWasteful();
    let unknownLeft: UsageSum[] = unknown > 0 ? [['', '', 'wrong-token', unknown, 0]] : [];
    return {
      first: (limit) => [...unknownLeft, ...full.first(limit - unknownLeft.length)],
      drop() {
        unknownLeft = [];
        if (full.size === 0) return;
        full.drop();
        // Its memory is reused, so that the next table need not grow while it counts.
        if (full.size === 0 && !wasteful) spare = full;
      },
    };
  }

  return {
    count(key, country, outcome, isNotModified, token, isPresent) {
      const told = outcome === 'wrong-token' ? refusedEnding(token) : token;
      noteRequest(notes, noted, key, country ?? '', outcome, isNotModified, told, isPresent);
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
      refusedTokens = 0;
      return batch;
    },
  };
}
