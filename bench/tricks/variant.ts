import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A text in one file of the server, and its replacement. */
export type Change = { file: string; find: string; put: string };

/** The server without one optimisation: changes of its sources, whole files, and other environment variables. */
export type Variant = {
  changes?: Change[];
  /** Files of this folder, by the file of `server/src` that they replace. */
  files?: Record<string, string>;
  settings?: Record<string, string>;
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * Copies the server into a folder, changes the copy and builds it. Returns the path of the built main file. Throws when a
 * file to replace does not exist, or when a text to replace does not occur exactly once.
 */
export function makeVariant(folder: string, { changes = [], files = {} }: Variant): string {
  mkdirSync(join(folder, 'server'));
  linkAll(root, folder, ['server', '.git']);
  linkAll(join(root, 'server'), join(folder, 'server'), ['src', 'dist', 'rolldown.config.ts']);
  const sources = join(folder, 'server/src');
  for (const copied of ['server/src', 'server/rolldown.config.ts']) {
    cpSync(join(root, copied), join(folder, copied), { recursive: true });
  }
  for (const [target, file] of Object.entries(files)) {
    if (!existsSync(join(sources, target))) throw new Error(`The server has no ${target}`);
    cpSync(join(here, file), join(sources, target));
  }
  for (const { file, find, put } of changes) {
    const text = readFileSync(join(sources, file), 'utf8');
    if (text.split(find).length !== 2) throw new Error(`${file} must have this text once: ${find}`);
    writeFileSync(
      join(sources, file),
      text.replace(find, () => put),
    );
  }
  const rolldown = join(root, 'node_modules/rolldown/bin/cli.mjs');
  execFileSync(process.execPath, [rolldown, '--config', 'rolldown.config.ts'], {
    cwd: join(folder, 'server'),
  });
  return join(folder, 'server/dist/main.js');
}

/** Links each entry of a folder into another one, except those that are copied. */
function linkAll(from: string, to: string, without: string[]): void {
  for (const name of readdirSync(from)) {
    if (!without.includes(name)) symlinkSync(join(from, name), join(to, name));
  }
}
