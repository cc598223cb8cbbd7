import type { AdsReport } from '../ads/following/ads.report.ts';
import type { Clock } from '../kit/clock.ts';

/** The reports of the processes that answer ads. */
export type Reports = {
  /** Takes the report of a process. */
  take(sender: string, report: AdsReport): void;
  /** Sums the counts of all of them since the last call; other figures are the present ones. Null while there is no process. */
  sinceLast(): AdsReport | null;
};

/** The silence after which a process is gone: one that runs reports every few seconds. */
const goneAfterMs = 60_000;
/** The most processes that are remembered; more would be a mistake of a sender. */
const mostSenders = 1_000;

type Known = { report: AdsReport; before: AdsReport | undefined; at: number };

/** Builds the collection, without any report. */
export function createReports(clock: Clock): Reports {
  const known = new Map<string, Known>();
  return {
    take(sender, report) {
      if (known.size >= mostSenders && !known.has(sender)) return;
      known.set(sender, { report, before: known.get(sender)?.before, at: clock() });
    },
    sinceLast() {
      const all = [...known.values()];
      if (all.length === 0) return null;
      const reports = all.map(({ report }) => report);
      const counted = (read: (report: AdsReport) => number) =>
        all.reduce(
          (sum, { report, before }) => sum + read(report) - (before ? read(before) : 0),
          0,
        );
      const openFiles = reports
        .map(({ connections }) => connections.openFiles)
        .filter((one) => one !== null);
      const sum: AdsReport = {
        callers: {
          known: counted(({ callers }) => callers.known),
          unknown: counted(({ callers }) => callers.unknown),
        },
        vpn: {
          answered: counted(({ vpn }) => vpn.answered),
          failed: counted(({ vpn }) => vpn.failed),
        },
        vpnTrouble: reports.map(({ vpnTrouble }) => vpnTrouble).find(Boolean) ?? '',
        databaseBuiltAt: Math.min(...reports.map(({ databaseBuiltAt }) => databaseBuiltAt)),
        usesDatabase: reports.some(({ usesDatabase }) => usesDatabase),
        connections: {
          openFiles: openFiles.length > 0 ? Math.min(...openFiles) : null,
          refused: counted(({ connections }) => connections.refused),
        },
        lagMs: Math.max(0, ...reports.map(({ lagMs }) => lagMs ?? 0)),
      };
      for (const [sender, one] of known) {
        one.before = one.report;
        if (clock() - one.at > goneAfterMs) known.delete(sender);
      }
      return sum;
    },
  };
}
