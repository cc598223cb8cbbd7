import { callerKinds } from '../callers/caller.part.ts';
import type { Callers } from '../callers/caller.ts';
import type { AdsCounters } from '../endpoint/ads.counters.ts';

/** What a process that answers ads says of itself. The counts are those since its start. */
export type AdsReport = {
  /** Answers by IP rules, by whether a country was found. */
  callers: { known: number; unknown: number };
  /** Questions to vpnapi.io, with and without an answer. */
  vpn: { answered: number; failed: number };
  /** Why vpnapi.io gave no answer the last time, for people. */
  vpnTrouble: string;
  /** When the database of countries was built, in epoch milliseconds. */
  databaseBuiltAt: number;
  /** Whether countries are looked up in that database. */
  usesDatabase: boolean;
  /** `openFiles`: how many files the process may open; null: no limit. `refused`: connections closed because of this limit. */
  connections: { openFiles: number | null; refused: number };
  /** For how long what it knows may be old, in milliseconds; null before it knows anything from the office. */
  lagMs: number | null;
};

/** Reads the report of this process. */
export function readReport(parts: {
  counters: Pick<AdsCounters, 'callers'>;
  callers: Pick<Callers, 'counts' | 'sources'>;
  connections: { openFiles: number; refused(): number };
  lagMs: number | null;
}): AdsReport {
  const { counters, callers, connections, lagMs } = parts;
  const countOf = (country: string) =>
    callerKinds.reduce(
      (sum, kind, place) => (kind.country === country ? sum + (counters.callers[place] ?? 0) : sum),
      0,
    );
  const { answered, failed, late, skipped, overBudget } = callers.counts().vpnapi;
  const { settings, databaseBuiltAt, trouble } = callers.sources();
  const { openFiles } = connections;
  return {
    callers: { known: countOf('known'), unknown: countOf('unknown') },
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
