import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checksumFile } from '../db/copies/checksum.ts';

/** A complete backup in the folder of backups, and the time in its name, in epoch milliseconds. */
export type KeptBackup = { file: string; at: number };

/** How many characters of the database's id are in the name: backups of two installations may share a folder. */
const idLength = 8;
const dateAndTime = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

const prefixOf = (databaseId: string) => `adwarden-${databaseId.slice(0, idLength)}-`;

/** The name of a backup that is made at this time, such as `adwarden-1a2b3c4d-20261126T120000Z.db`. */
export function backupName(databaseId: string, at: number): string {
  const time = new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  return `${prefixOf(databaseId)}${time}.db`;
}

/** The time in the name of a backup of this database; null for any other file. */
function timeIn(name: string, databaseId: string): number | null {
  const prefix = prefixOf(databaseId);
  if (!name.startsWith(prefix) || !name.endsWith('.db')) return null;
  const parts = dateAndTime.exec(name.slice(prefix.length, -'.db'.length));
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** The complete backups of a database in a folder, the newest first. One without its checksum was never completed. */
export function keptBackups(folder: string, databaseId: string): KeptBackup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const at = timeIn(name, databaseId);
      const file = join(folder, name);
      return at !== null && existsSync(checksumFile(file)) ? [{ file, at }] : [];
    })
    .sort((one, other) => other.at - one.at);
}

/**
 * Deletes the oldest backups beyond `keep`, and what an interrupted backup left. Those of a time after `now` do not count
 * and stay: a clock that went back must not delete anything.
 */
export function pruneBackups(
  folder: string,
  { databaseId, keep, now }: { databaseId: string; keep: number; now: number },
): void {
  const past = keptBackups(folder, databaseId).filter(({ at }) => at <= now);
  for (const { file } of past.slice(keep)) {
    rmSync(file, { force: true });
    rmSync(checksumFile(file), { force: true });
  }
  for (const name of readdirSync(folder)) {
    const isPart = name.startsWith(prefixOf(databaseId)) && /\.db\.part-\d+(-journal)?$/.test(name);
    if (isPart) rmSync(join(folder, name), { force: true });
  }
}

/** The size of a backup in bytes; 0 when it is gone. */
export const sizeOf = (file: string): number =>
  statSync(file, { throwIfNoEntry: false })?.size ?? 0;
