import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { longestRecord } from './record.ts';
import type { AdwardenStorage } from './records.ts';

/** Milliseconds after which an unfinished file is of a process that was killed. */
const longestWrite = 60_000;

/** A storage in a folder, for Node. A file is replaced as a whole, so that a killed process leaves the old or the new one. */
export function fileStorage(folder: string): AdwardenStorage {
  const fileOf = (key: string) => join(folder, `${key}.json`);
  return {
    getItem(key) {
      const file = fileOf(key);
      return statSync(file).size > longestRecord ? null : readFileSync(file, 'utf8');
    },
    async setItem(key, value) {
      await mkdir(folder, { recursive: true });
      await removeUnfinished(folder, key);
      // Each write has a file of its own, because several processes may use the folder.
      const temporary = join(folder, `${key}.${randomUUID()}.tmp`);
      const file = await open(temporary, 'w');
      try {
        await file.writeFile(value).then(() => file.sync());
        await file.close();
        await rename(temporary, fileOf(key));
      } catch (error) {
        await file.close();
        await rm(temporary, { force: true });
        throw error;
      }
    },
  };
}

async function removeUnfinished(folder: string, key: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${key}.`) || !name.endsWith('.tmp')) continue;
    const file = join(folder, name);
    const age = await stat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0, // another process was faster
    );
    if (age > longestWrite) await rm(file, { force: true });
  }
}
