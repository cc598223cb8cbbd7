import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { madeByName } from '../meta.ts';
import { damageIn } from '../sqlite/sqlite.file.ts';
import { hasGoodChecksum } from './checksum.ts';
import { damagedBackup, mustBeFile, refuseOtherFile } from './other-file.ts';
import { mustBeOurs } from './restore.ts';

/** The content of a backup. */
export type BackupContent = {
  bytes: number;
  hadChecksum: boolean;
  apps: number;
  users: number;
  admins: number;
  /** Entries of the log, and the time of the last one in epoch milliseconds (null without entries). */
  entries: number;
  lastChangeAt: number | null;
  /** The last migration of its schema, and the program that ran it ('' when it is not stored). */
  schema: string;
  madeBy: string;
  /** A value that only the right secret key opens; '' when the backup has none. */
  sealed: string;
};

/**
 * Reads what a backup holds, without changing anything: compares it with its checksum, checks the whole file, and refuses
 * what `npm run restore` would refuse. Throws one-line Errors.
 */
export async function readBackup(file: string): Promise<BackupContent> {
  mustBeFile(file);
  refuseOtherFile(file);
  const hadChecksum = await hasGoodChecksum(file);
  const backup = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const schema = mustBeOurs(backup, file).at(-1) ?? '';
    const verdict = damageIn(backup, 'integrity_check');
    if (verdict !== '') throw damagedBackup(file, verdict);
    const numberOf = (sql: string) => Number(backup.prepare(sql).get()?.n ?? 0);
    const meta = (name: string) =>
      String(backup.prepare('select value from meta where name = ?').get(name)?.value ?? '');
    const entries = numberOf('select count(*) as n from change');
    return {
      bytes: statSync(file).size,
      hadChecksum,
      apps: numberOf('select count(*) as n from app'),
      users: numberOf('select count(*) as n from app_user'),
      admins: numberOf('select count(*) as n from admin'),
      entries,
      lastChangeAt:
        entries > 0 ? numberOf('select at as n from change order by seq desc limit 1') : null,
      schema,
      madeBy: meta(madeByName),
      sealed: meta('seal'),
    };
  } finally {
    backup.close();
  }
}
