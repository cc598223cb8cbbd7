import { copyFile, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { dayMs } from '../../kit/clock.ts';
import { type CountryDatabase, openCountryDatabase } from '../callers/caller.database.ts';
import { type FetchLimits, fetchFile } from './fetch-file.ts';
import { checkKnownAddresses } from './known-addresses.ts';
import { unpackDatabase } from './unpack.ts';

/**
 * The limits of an update. The largest databases of countries have 60 MB; each process holds the whole file in memory, so one of
 * 1 GB is a mistake.
 */
const usual: FetchLimits = { bytes: 256e6, ms: 10 * 60_000, silentMs: 30_000 };

export type CountryUpdate = {
  /** Whether the file was replaced; false when its data already was of the same day. */
  isNew: boolean;
  /** The time when its data was made, in epoch milliseconds. */
  builtAt: number;
  /** The same for the file that was there before; null when there was no readable one. */
  builtBefore: number | null;
  bytes: number;
  /** The number of right ones among a hundred well-known addresses. */
  right: number;
};

/**
 * Replaces the database of countries in `target` by the one at an address (http, https) or in a file. The new one is opened and
 * checked first; then it replaces the old one at once. The old one stays beside it as `target.old`. Running servers take the new
 * one within seconds. `onlyNewer` keeps a file whose data is as new. Throws a one-line Error.
 */
export async function updateCountryDatabase({
  from,
  target,
  onlyNewer = false,
  limits = usual,
}: {
  from: URL | string;
  target: string;
  onlyNewer?: boolean;
  limits?: FetchLimits;
}): Promise<CountryUpdate> {
  await removeLeftOvers(target);
  // The folder is on the disk of the target, because only there can the file be renamed into place.
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
    // A command of root makes the file, and the server's own user reads it.
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

/** Removes folders of killed updates. A folder of the last day may still be in use. */
async function removeLeftOvers(target: string): Promise<void> {
  const names = await readdir(dirname(target));
  for (const name of names.filter((each) => each.startsWith(`${basename(target)}.new-`))) {
    const path = join(dirname(target), name);
    const state = await stat(path).catch(() => null);
    if (state && Date.now() - state.mtimeMs > dayMs)
      await rm(path, { recursive: true, force: true });
  }
}
