import { callerKinds } from '../callers/caller.part.ts';
import type { Callers } from '../callers/caller.ts';
import type { AdsCounters } from '../endpoint/ads.counters.ts';

/** The report on itself of a process that answers ads. The counts are those since its start. */
export type AdsReport = {
  /** Answers by IP rules, by whether a country was found. */
  callers: { known: number; unknown: number };
  /** Questions to vpnapi.io, with and without an answer. */
  vpn: { answered: number; failed: number };
  /** The reason of vpnapi.io's last failure, for people. */
  vpnTrouble: string;
  /** The time when the database of countries was built, in epoch milliseconds. */
  databaseBuiltAt: number;
  /** Whether countries are looked up in that database. */
  usesDatabase: boolean;
  /**
   * `openFiles`: the number of files that the process may open; null: no limit. `refused`: connections closed because of this
   * limit.
   */
  connections: { openFiles: number | null; refused: number };
  /** The time by which its data may be old, in milliseconds; null before it knows anything from the office. */
  lagMs: number | null;
};

/** Reads the report of this process. */
export function readReport(deps: {
  counters: Pick<AdsCounters, 'callers'>;
  callers: Pick<Callers, 'counts' | 'sources'>;
  connections: { openFiles: number; refused(): number };
  lagMs: number | null;
}): AdsReport {
  const { counters, callers, connections, lagMs } = deps;
  const countOf = (isKnown: boolean) =>
    callerKinds.reduce(
      (sum, { country }, place) =>
        (country !== 'unknown') === isKnown ? sum + (counters.callers[place] ?? 0) : sum,
      0,
    );
  const { answered, failed, late, skipped, overBudget } = callers.counts().vpnapi;
  const { settings, databaseBuiltAt, trouble } = callers.sources();
  const { openFiles } = connections;
  return {
    callers: { known: countOf(true), unknown: countOf(false) },
    vpn: { answered, failed: failed + late + skipped + overBudget },
    vpnTrouble: trouble.vpnapi,
    databaseBuiltAt,
    usesDatabase: settings.apiMethod === '' || settings.apiMethod === 'local',
    connections: {
      openFiles: Number.isFinite(openFiles) ? openFiles : null,
      refused: connections.refused(),
    },
    lagMs,
  };
}
