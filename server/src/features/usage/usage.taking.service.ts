import { allApps, unknownApps } from '../../db/schema.requests.ts';
import type { Db } from '../../db/schema.ts';
import { dayMs, dayOf, hourMs } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import { countedIn, type OlderUsageSum, type UsageSum } from './usage.counted.ts';
import * as store from './usage.store.ts';
import type { CountedUsage } from './usage.table.ts';

/** A part of a process's counts, in an hour or (an older version) on a day. */
type Part = { sender: string; number: number } & (
  | { hour: number; sums: UsageSum[] }
  | { day: number; sums: OlderUsageSum[] }
);

const logEveryMs = 60_000;

/**
 * Builds the function that takes the counts of processes, each part once. Counts of a future time, or of a time that is no longer
 * kept, come from a wrong clock: they are dropped, because the process would send them again for ever. `now`: the time that can
 * be believed, in epoch milliseconds.
 */
export function createTakeUsage(deps: {
  db: Db;
  trafficDays: number;
  now: () => number;
  logger: Logger;
}) {
  const { db, trafficDays, now, logger } = deps;
  let loggedAt = Number.NEGATIVE_INFINITY;

  const isPossible = (time: number) =>
    time <= now() + hourMs && time >= dayOf(now()) - (trafficDays - 1) * dayMs;

  /**
   * Takes a part. `edge`: the name of the edge that sends it. For apps that do not exist, an edge's counts are in the totals
   * only.
   */
  return async (part: Part, edge?: string): Promise<void> => {
    if (!isPossible('hour' in part ? part.hour : part.day)) {
      if (performance.now() - loggedAt > logEveryMs) {
        loggedAt = performance.now();
        logger.warn({ edge, sums: part.sums.length }, 'dropped counts of an impossible time');
      }
      return;
    }
    const counted = countedIn(part, now());
    await store.addUsageOnce(db, part, edge === undefined ? counted : await ofApps(counted));
  };

  async function ofApps(counted: CountedUsage): Promise<CountedUsage> {
    const { days, hours, tokens, otherTokens } = counted;
    const appIDs = days.map(([appID]) => appID);
    const known = new Set([allApps, unknownApps, ...(await store.namesOf(db, appIDs)).keys()]);
    const isKnown = ([appID]: readonly [string, ...unknown[]]) => known.has(appID);
    return {
      ...counted,
      days: days.filter(isKnown),
      hours: hours.filter(isKnown),
      tokens: tokens.filter(isKnown),
      otherTokens: otherTokens.filter(isKnown),
    };
  }
}
