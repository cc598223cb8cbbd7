import { expect, it } from 'vitest';
import { dayMs } from '../../../kit/clock.ts';
import { findInInstallation, type Installation } from './installation.ts';

const now = Date.UTC(2026, 10, 22);
const fine: Installation = {
  callers: { known: 1000, unknown: 10 },
  vpn: { answered: 50, failed: 2 },
  vpnTrouble: '',
  databaseBuiltAt: now - 20 * dayMs,
  usesDatabase: true,
  folderTrouble: '',
  backups: { lastAt: now - dayMs, trouble: '', isOverdue: false },
  restoredChanges: 0,
  connections: { openFiles: 256, refused: 0 },
};

it.each<[string, Partial<Installation>, string[]]>([
  ['a healthy installation', {}, []],
  [
    'one that was just started',
    { callers: { known: 0, unknown: 0 }, vpn: { answered: 0, failed: 0 } },
    [],
  ],
  [
    'a data folder without room',
    { folderTrouble: 'DATA_DIR /x cannot be written' },
    ['folder-not-writable'],
  ],
  ['a server that makes no backups', { backups: null }, []],
  [
    'a backup that is too old',
    { backups: { lastAt: null, trouble: '', isOverdue: true } },
    ['backup-overdue'],
  ],
  ['refused connections', { connections: { openFiles: 256, refused: 1 } }, ['too-few-files']],
  ['changes of a backup', { restoredChanges: 1 }, ['restored-changes-wait']],
  ['unknown callers', { callers: { known: 100, unknown: 101 } }, ['callers-unknown']],
  ['half of the callers unknown', { callers: { known: 100, unknown: 100 } }, []],
  ['few unknown callers', { callers: { known: 0, unknown: 99 } }, []],
  ['a failing VPN service', { vpn: { answered: 10, failed: 11 } }, ['vpn-service-failing']],
  ['a VPN service that failed a few times', { vpn: { answered: 0, failed: 19 } }, []],
  ['a database of 90 days', { databaseBuiltAt: now - 90 * dayMs }, []],
  ['an old database', { databaseBuiltAt: now - 91 * dayMs }, ['countries-outdated']],
  ['an old database that nobody asks', { databaseBuiltAt: 0, usesDatabase: false }, []],
])('judges %s', (_, over, expected) => {
  expect(findInInstallation({ ...fine, ...over }, now).map(({ rule }) => rule)).toEqual(expected);
});

it('says of which day the country database is, as people write it', () => {
  const [found] = findInInstallation({ ...fine, databaseBuiltAt: Date.UTC(2026, 2, 5) }, now);
  expect(found?.detail).toBe('The country database is of 05 Mar 2026, more than 90 days old.');
});

it('says of when the last backup is, and why there is no newer one', () => {
  const backups = {
    lastAt: Date.UTC(2026, 10, 18, 9, 5),
    trouble: 'BACKUP_DIR /b has no room: 5 MB are free',
    isOverdue: true,
  };
  const [found] = findInInstallation({ ...fine, backups }, now);
  expect(found?.detail).toBe(
    'The last backup is of 18 Nov 2026, 09:05 UTC. The last try failed: BACKUP_DIR /b has no room: 5 MB are free.',
  );
});

it('says why the VPN service failed', () => {
  const vpn = { answered: 0, failed: 100 };
  const [found] = findInInstallation({ ...fine, vpn, vpnTrouble: 'it refused the key' }, now);
  expect(found?.detail).toContain('it refused the key');
});
