import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumFile } from '../db/copies/checksum.ts';
import { hourMs } from '../kit/clock.ts';
import { namesIn } from '../kit/process/disk.ts';
import { thresholds } from '../thresholds.ts';

/** A complete backup in the folder of backups, and the time in its name, in epoch milliseconds. */
export type KeptBackup = { file: string; at: number };

/** The number of characters of the database's id in the name: backups of two installations may share a folder. */
const idLength = 8;
const dateAndTime = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

const prefixOf = (databaseId: string) => `adwarden-${databaseId.slice(0, idLength)}-`;

/** Returns the name of a backup that is made at this time, such as `adwarden-1a2b3c4d-20261126T120000Z.db`. */
export function backupName(databaseId: string, at: number): string {
  const time = new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  return `${prefixOf(databaseId)}${time}.db`;
}

/** Reads the time in the name of a backup of this database; null for any other file. */
function timeIn(name: string, databaseId: string): number | null {
  const prefix = prefixOf(databaseId);
  if (!name.startsWith(prefix) || !name.endsWith('.db')) return null;
  const parts = dateAndTime.exec(name.slice(prefix.length, -'.db'.length));
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Lists the complete backups of a database in a folder, the newest first. A backup without its checksum was never completed. */
export async function keptBackups(folder: string, databaseId: string): Promise<KeptBackup[]> {
  const names = await namesOrNone(folder);
  return names
    .flatMap((name) => {
      const at = timeIn(name, databaseId);
      const isComplete = at !== null && names.includes(checksumFile(name));
      return isComplete ? [{ file: join(folder, name), at }] : [];
    })
    .sort((one, other) => other.at - one.at);
}

const namesOrNone = (folder: string): Promise<string[]> =>
  namesIn(folder).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

/** Tells whether a backup is long overdue, by the milliseconds since the last one, or since the start. */
export const isOverdue = (ageMs: number, everyHours: number): boolean =>
  ageMs > thresholds.backups.times * everyHours * hourMs + thresholds.backups.moreMs;

/**
 * Deletes the oldest backups beyond `keep`, and the remains of an interrupted backup. Backups of a time after `now` do not count
 * and stay: a clock that went back must not delete anything.
 */
export async function pruneBackups(
  folder: string,
  { databaseId, keep, now }: { databaseId: string; keep: number; now: number },
): Promise<void> {
  const past = (await keptBackups(folder, databaseId)).filter(({ at }) => at <= now);
  const old = past.slice(keep).flatMap(({ file }) => [file, checksumFile(file)]);
  const isPart = (name: string) =>
    name.startsWith(prefixOf(databaseId)) && /\.db\.part-\d+(-journal)?$/.test(name);
  const parts = (await namesOrNone(folder)).filter(isPart).map((name) => join(folder, name));
  for (const file of [...old, ...parts]) await rm(file, { force: true });
}
