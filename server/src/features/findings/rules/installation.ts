import type { Found } from '@adwarden/contract/findings/rules';
import type { ReadInstallation } from '../../../installation.ts';
import { dayInWords, dayMs, momentInWords } from '../../../kit/clock.ts';
import { thresholds } from '../../../thresholds.ts';

/** The known state of the installation. */
export type Installation = ReadInstallation & {
  /** The number of changes that were scheduled before a restore, and have waited for an administrator since. */
  restoredChanges: number;
};

const enough = { callers: 100, questions: 20 };

/** Returns the findings about the installation. */
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
