import { readFileSync, statSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdwardenStorage } from './adwarden.ts';

/** A storage in a folder, for Node. A file is replaced as a whole, so that a killed process leaves the old or the new one. */
export function fileStorage(folder: string): AdwardenStorage {
  const fileOf = (key: string) => join(folder, `${key}.json`);
  return {
    getItem(key) {
      const file = fileOf(key);
      return statSync(file).size > 16_384 ? null : readFileSync(file, 'utf8');
    },
    async setItem(key, value) {
      await mkdir(folder, { recursive: true });
      const temporary = `${fileOf(key)}.tmp`;
      const file = await open(temporary, 'w');
      try {
        await file.writeFile(value);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, fileOf(key));
    },
  };
}
