import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Fault } from '../../kit/faults/fault.ts';
import type { Logger } from '../../kit/logger.ts';
import { type CountryDatabase, openCountryDatabase } from './caller.database.ts';

/** The database of countries in a file, which may be replaced at run time. */
export type CountryDatabaseFile = {
  current(): CountryDatabase;
  /** Sets a function that is called after each replacement. */
  onReplaced(listener: () => void): void;
  stop(): void;
};

/**
 * Returns the path of the combined file that comes with the product (CC0). It is resolved only when needed, because MMDB_FILE may
 * replace it.
 */
export function bundledDatabase(): string {
  return createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  );
}

/**
 * Returns the paths where the database may be; the first existing file is used. Updates replace the first one: that of MMDB_FILE,
 * or one of its own in the data folder.
 */
export function countryFiles({
  mmdbFile,
  dataDir,
}: {
  mmdbFile: string | undefined;
  dataDir: string;
}): [string, ...string[]] {
  return mmdbFile ? [mmdbFile] : [join(dataDir, 'countries.mmdb'), bundledDatabase()];
}

/** Milliseconds between two checks of the file. */
const lookEvery = 2_000;

/** Finds the first existing file, and returns it with a text that changes when the file does. Rejects when there is none. */
async function findFile([path, ...others]: [string, ...string[]]): Promise<Found> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return { path, state: `${path} ${mtimeMs} ${size} ${ino}` };
  } catch (error) {
    const [next, ...more] = others;
    if (next === undefined) throw error;
    return findFile([next, ...more]);
  }
}

type Found = { path: string; state: string };

async function open(path: string): Promise<CountryDatabase> {
  return openCountryDatabase(await readFile(path));
}

/** Returns the first line of an error's message. */
function lineOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'there is no such file' : String(message).replaceAll('\n', ' ');
}

/**
 * Opens the first usable file, and checks every 2 seconds whether it was replaced, or whether a file before it has appeared. When
 * a new file cannot be used, this is logged once and the old database stays. Throws a one-line Error when none of the files can
 * be used.
 */
export async function openCountryDatabaseFile(deps: {
  paths: [string, ...string[]];
  logger: Logger;
  every?: number;
}): Promise<CountryDatabaseFile> {
  const { paths, logger, every = lookEvery } = deps;
  let { used, database } = await openFirst(paths, logger);

  const listeners: (() => void)[] = [];
  /** The state at the last check. A file with the same state in two checks is complete. */
  let seen = used;
  let looking = false;

  async function look(): Promise<void> {
    const { path, state } = await findFile(paths).catch(() => ({ path: paths[0], state: 'none' }));
    if (state === used || state !== seen) {
      seen = state;
      return;
    }
    // Usable or not, the file is read again only after it changes.
    used = state;
    try {
      database = await open(path);
      logger.info({ path, data: new Date(database.builtAt) }, 'took a new database of countries');
      for (const listener of listeners) listener();
    } catch (error) {
      const reason = lineOf(error);
      logger.error({ path, reason }, 'the new database of countries is bad, the old one stays');
    }
  }

  const timer = setInterval(async () => {
    if (looking) return;
    looking = true;
    await look().finally(() => {
      looking = false;
    });
  }, every);
  timer.unref();

  return {
    current: () => database,
    onReplaced: (listener) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  };
}

/** Opens the first usable file. An unusable one is logged, if there is another one. */
async function openFirst(paths: [string, ...string[]], logger: Logger) {
  const { path, state } = await findFile(paths).catch(() => ({ path: paths[0], state: 'none' }));
  try {
    const database = await open(path);
    logger.info({ path, data: new Date(database.builtAt) }, 'opened the database of countries');
    return { used: state, database };
  } catch (error) {
    const reason = lineOf(error);
    const bundled = paths.at(-1) ?? path;
    if (path === bundled) {
      throw new Fault(
        `MMDB_FILE: the database of countries ${path} cannot be used: ${reason}`,
        'name a file that is an MMDB of countries, or unset MMDB_FILE for the bundled one',
      );
    }
    logger.error({ path, reason }, 'the database of countries is bad, the bundled one is used');
    // The unusable file is read again only after it changes.
    return { used: state, database: await open(bundled) };
  }
}
