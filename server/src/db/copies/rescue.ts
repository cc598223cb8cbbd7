import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../kit/clock.ts';
import { type Belonging, remember } from '../belonging.ts';
import { databaseFile } from '../sqlite/data-dir.ts';

/** The data that is saved when a server has lost its files. */
export type Rescue = {
  /** Copies the open database into a new file. */
  copy: (file: string) => Promise<void>;
  belonging: Belonging;
  /** The file of the secret key; null when the key is a setting. */
  key: { name: string; text: string } | null;
};

/**
 * Saves what an open database holds as a whole data folder, in the first of these places that takes it. Only its owner can read
 * the folder. Returns the folder: a server started with it as DATA_DIR continues from there. Throws the error of the last place.
 */
export async function rescueInto(
  places: readonly string[],
  { copy, belonging, key }: Rescue,
  clock: Clock,
): Promise<string> {
  const time = new Date(clock()).toISOString().replaceAll(/[-:.]/g, '');
  let failure: unknown;
  for (const place of places) {
    const folder = join(place, `adwarden-saved-${time}`);
    try {
      await mkdir(folder, { mode: 0o700 });
    } catch (error) {
      failure = error;
      continue;
    }
    try {
      await copy(databaseFile(folder));
      if (key) await writeFile(join(folder, key.name), key.text, { mode: 0o600, flush: true });
      await remember(folder, belonging);
      return folder;
    } catch (error) {
      failure = error;
      await rm(folder, { recursive: true, force: true });
    }
  }
  throw failure;
}
