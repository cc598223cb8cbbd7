import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The last try to update the database of countries, by the command or by the server itself. */
export type LastUpdate = {
  /** The time when it began, in epoch milliseconds. */
  triedAt: number;
  /** The reason of its failure, for people; '' when it did not fail. */
  trouble: string;
};

const schema = z.object({ triedAt: z.number(), trouble: z.string().max(2_000) });
const fileIn = (dataDir: string) => join(dataDir, 'countries.last-update.json');

/** Reads the last try; null when there was none. */
export async function readLastUpdate(dataDir: string): Promise<LastUpdate | null> {
  try {
    return schema.parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

/** Stores the last try for the next start, and for System Check. */
export async function keepLastUpdate(dataDir: string, update: LastUpdate): Promise<void> {
  const file = fileIn(dataDir);
  await writeFile(`${file}.new`, JSON.stringify(update), { mode: 0o644 });
  await rename(`${file}.new`, file);
}
