import type { Found } from '@adwarden/contract/findings/rules';
import { dayInWords, dayMs, momentInWords } from '../../../kit/clock.ts';
import { thresholds } from '../../../thresholds.ts';

/** What is known of the installation; the counts are those since the last run. */
export type Installation = {
  /** Answers by IP rules, by whether a country was found. */
  callers: { known: number; unknown: number };
  /** Questions to vpnapi.io: with an answer, and without one because it failed or keeps failing. */
  vpn: { answered: number; failed: number };
  /** Why vpnapi.io gave no answer the last time, for people. */
  vpnTrouble: string;
  /** When the database of countries was built, in epoch milliseconds. */
  databaseBuiltAt: number;
  /** Whether countries are looked up in that database. */
  usesDatabase: boolean;
  /** Why DATA_DIR cannot be written, for people; '' when it can. */
  folderTrouble: string;
  /** The changes that were scheduled before a restore, and wait for an administrator since. */
  restoredChanges: number;
  /** The backups that this server makes by itself; null when it makes none. */
  backups: { lastAt: number | null; trouble: string; isOverdue: boolean } | null;
  /** The files that a process may open (null: any number), and the connections that were refused for that. */
  connections: { openFiles: number | null; refused: number };
};

/** What a process can say without asking the database. */
export type ReadInstallation = Omit<Installation, 'restoredChanges'>;

const enough = { callers: 100, questions: 20 };

/** The rules about the installation. */
export function findInInstallation(state: Installation, now: number): Found[] {
  const { callers, vpn, vpnTrouble, databaseBuiltAt, usesDatabase } = state;
  const { folderTrouble, connections, restoredChanges, backups } = state;
  const all = callers.known + callers.unknown;
  const findings: Found[] = [];
  const add = (rule: Found['rule'], detail: string) =>
    findings.push({ rule, field: '', detail, facts: '' });
  if (folderTrouble !== '') add('folder-not-writable', `${folderTrouble}.`);
  if (backups?.isOverdue) {
    const last =
      backups.lastAt === null
        ? 'There is no backup yet.'
        : `The last backup is of ${momentInWords(backups.lastAt)}.`;
    add(
      'backup-overdue',
      `${last}${backups.trouble && ` The last try failed: ${backups.trouble}.`}`,
    );
  }
  if (restoredChanges > 0) {
    const wait = restoredChanges === 1 ? 'change waits' : 'changes wait';
    add('restored-changes-wait', `${restoredChanges} scheduled ${wait} for an administrator.`);
  }
  if (connections.refused > 0) {
    add(
      'too-few-files',
      `${connections.refused} connections were refused in the last hour, because a process of this server may open only ${connections.openFiles} files.`,
    );
  }
  if (all >= enough.callers && callers.unknown * 2 > all) {
    add('callers-unknown', 'No country was found for most callers in the last hour.');
  }
  if (vpn.answered + vpn.failed >= enough.questions && vpn.failed > vpn.answered) {
    const reason = vpnTrouble === '' ? '' : ` The last time: ${vpnTrouble}.`;
    add(
      'vpn-service-failing',
      `Most questions to vpnapi.io had no answer in the last hour.${reason}`,
    );
  }
  if (usesDatabase && now - databaseBuiltAt > thresholds.countriesMs) {
    const day = dayInWords(databaseBuiltAt);
    add(
      'countries-outdated',
      `The country database is of ${day}, more than ${thresholds.countriesMs / dayMs} days old.`,
    );
  }
  return findings;
}
