import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files by their names or paths. */
export type Files = Map<string, Uint8Array>;

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The version of all clients. */
export const { version } = JSON.parse(textOf('package.json')) as { version: string };

/** The time of all packed files, so that the same sources make the same archive. 1980 is the first year of a zip. */
export const packedAt = new Date(Date.UTC(1980, 0, 1));

/** Stands for the address of the server, which it fills in when it answers (server/src/http/client-registry.ts). */
export const address = '{address}';

/** Names that are for our own tests, or that a compiler has made. */
const left = new Set(['conformance', 'node_modules', 'bin', 'obj', 'build', 'tsconfig.json']);

/** The files of a folder and the folders in it, by their paths in it, in a stable order. */
export function filesIn(folder: string): Files {
  const files: Files = new Map();
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const { name } = entry;
    if (left.has(name) || name.startsWith('.')) continue;
    const path = `${folder}/${name}`;
    if (!entry.isDirectory()) files.set(name, readFileSync(join(root, path)));
    else for (const [inside, bytes] of filesIn(path)) files.set(`${name}/${inside}`, bytes);
  }
  return files;
}
