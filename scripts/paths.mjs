import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns a path inside the repository. */
export const at = (...parts) => path.join(root, ...parts);

/** The Node that package.json pins. Everything runs on it, except the first steps of this folder. */
export const node = at('node_modules/node/bin/node');

/** The environment with the pinned Node and the tools of node_modules first in PATH. */
export const env = {
  ...process.env,
  PATH: at('node_modules/.bin') + path.delimiter + process.env.PATH,
};

/** The same for our own programs. Node keeps compiled code on the disk, so it starts faster and with less memory. */
export const programEnv = {
  ...env,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? at('node_modules/.cache/compiled'),
};

export const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** Returns the text of a file, or '' when there is none. */
export function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
