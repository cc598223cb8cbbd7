import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Logger } from '../../kit/logger.ts';
import { type CountryDatabase, openCountryDatabase } from './caller.database.ts';

/** The database of countries in a file, which may be replaced at run time. */
export type CountryDatabaseFile = {
  current(): CountryDatabase;
  /** Sets a function that is called after each replacement. */
  onReplaced(listener: () => void): void;
  stop(): void;
};

/** The combined file that comes with the product (CC0); resolved when it is needed, because MMDB_FILE may replace it. */
export function bundledDatabase(): string {
  return createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  );
}

/** Milliseconds between two looks at the file. */
const lookEvery = 2_000;

/** A text that is different when the file has changed. */
async function stateOf(path: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(path);
  return `${mtimeMs} ${size} ${ino}`;
}

async function open(path: string): Promise<CountryDatabase> {
  return openCountryDatabase(await readFile(path));
}

/** The first line of an error's message. */
function lineOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'there is no such file' : String(message).replaceAll('\n', ' ');
}

/**
 * Opens the database and checks every 2 seconds whether the file was replaced. When a new file cannot be used, it is
 * logged once and the old database stays. Throws a one-line Error when the first file cannot be used.
 */
export async function openCountryDatabaseFile(parts: {
  path: string;
  logger: Logger;
  every?: number;
}): Promise<CountryDatabaseFile> {
  const { path, logger, every = lookEvery } = parts;
  let used = '';
  let database: CountryDatabase;
  try {
    used = await stateOf(path);
    database = await open(path);
  } catch (error) {
    throw new Error(
      `MMDB_FILE: the database of countries ${path} cannot be used: ${lineOf(error)}`,
    );
  }
  logger.info({ path, data: new Date(database.builtAt) }, 'opened the database of countries');

  const listeners: (() => void)[] = [];
  /** The state at the last check. A file with the same state in two checks is complete. */
  let seen = used;
  let looking = false;

  async function look(): Promise<void> {
    const state = await stateOf(path).catch(() => 'none');
    if (state === used || state !== seen) {
      seen = state;
      return;
    }
    // Usable or not, the file is not read again before it changes.
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
