import { copyFile, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { dayMs } from '../../kit/clock.ts';
import { type CountryDatabase, openCountryDatabase } from '../callers/caller.database.ts';
import { type FetchLimits, fetchFile } from './fetch-file.ts';
import { checkKnownAddresses } from './known-addresses.ts';
import { unpackDatabase } from './unpack.ts';

/**
 * What an update may take. The largest databases of countries have 60 MB; each process holds the whole file in memory, so
 * one of 1 GB is a mistake.
 */
const usual: FetchLimits = { bytes: 256e6, ms: 10 * 60_000, silentMs: 30_000 };

export type CountryUpdate = {
  /** Whether the file was replaced; false when it has data of the same day already. */
  isNew: boolean;
  /** When its data was made, in epoch milliseconds. */
  builtAt: number;
  /** The same of the file that was there before; null when there was none that could be read. */
  builtBefore: number | null;
  bytes: number;
  /** How many of a hundred well-known addresses are right. */
  right: number;
};

/**
 * Replaces the database of countries in `target` by what is at an address (http, https) or in a file. Nothing is replaced
 * before the new one was opened and checked, and then at once. The one before stays beside it as `target.old`. Running
 * servers take the new one within seconds. `onlyNewer` leaves a file whose data is as new. Throws a one-line Error.
 */
export async function updateCountryDatabase(parts: {
  from: URL | string;
  target: string;
  onlyNewer?: boolean;
  limits?: FetchLimits;
}): Promise<CountryUpdate> {
  const { from, target, onlyNewer = false, limits = usual } = parts;
  await removeLeftOvers(target);
  // On the disk of the target, because only there can it be renamed into place.
  const folder = await mkdtemp(`${target}.new-`);
  try {
    const fetched = join(folder, 'fetched');
    if (typeof from === 'string') await copyChecked(from, fetched, limits.bytes);
    else await fetchFile(from, fetched, limits);
    const file = await unpackDatabase(fetched, limits.bytes);
    const bytes = await readFile(file);
    const database = openCountryDatabase(bytes);
    const right = checkKnownAddresses(database);
    const { builtAt } = database;
    const builtBefore = await readBuiltAt(target);
    const known = { builtAt, builtBefore, right, bytes: bytes.length };
    if (onlyNewer && builtBefore !== null && builtBefore >= builtAt)
      return { ...known, isNew: false };
    await replace(target, file);
    return { ...known, isNew: true };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copyChecked(from: string, to: string, most: number): Promise<void> {
  const state = await stat(from).catch(() => null);
  if (!state) throw new Error(`${from}: there is no such file`);
  if (!state.isFile()) throw new Error(`${from} is no file`);
  if (state.size > most) throw new Error(`${from} has more than ${most / 1e6} MB`);
  await copyFile(from, to);
}

async function readBuiltAt(file: string): Promise<number | null> {
  try {
    const database: CountryDatabase = openCountryDatabase(await readFile(file));
    return database.builtAt;
  } catch {
    return null;
  }
}

async function replace(target: string, file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    // A command of root makes it, and the server's own user reads it.
    await handle.chmod(0o644);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await copyFile(target, `${target}.old`).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(file, target);
}

/** Folders of updates that were killed. One of the last day may be at work. */
async function removeLeftOvers(target: string): Promise<void> {
  const names = await readdir(dirname(target));
  for (const name of names.filter((each) => each.startsWith(`${basename(target)}.new-`))) {
    const path = join(dirname(target), name);
    const state = await stat(path).catch(() => null);
    if (state && Date.now() - state.mtimeMs > dayMs)
      await rm(path, { recursive: true, force: true });
  }
}
