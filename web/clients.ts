import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strToU8, type Zippable, zipSync } from 'fflate';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'clients');
const protocol = readFileSync(join(root, 'docs/client-protocol.md'), 'utf8');

/** Names that are for our own tests, or that a compiler has made. */
const left = new Set(['conformance', 'node_modules', 'bin', 'obj', 'build', 'tsconfig.json']);

/** The same time in every build, so that the same sources make the same file. */
const mtime = new Date(1980, 0, 1);

/** The README of a client, whose link to the protocol works beside it. */
const readmeOf = (name: string) =>
  readFileSync(join(folder, name, 'README.md'), 'utf8').replaceAll('../../docs/', '');

function filesIn(path: string): Zippable {
  const entries = readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !left.has(name) && !name.startsWith('.'))
    .map((entry): [string, Zippable | Uint8Array] => {
      const inside = join(path, entry.name);
      return [entry.name, entry.isDirectory() ? filesIn(inside) : readFileSync(inside)];
    });
  return Object.fromEntries(entries);
}

/** The files that an installation serves below /clients: each client as a zip and its README, and the protocol. */
export function clientFiles(): Map<string, Uint8Array> {
  const files = new Map([['protocol.md', strToU8(protocol)]]);
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !left.has(entry.name))
    .map(({ name }) => name);
  for (const name of names) {
    const own = {
      ...filesIn(join(folder, name)),
      'README.md': strToU8(readmeOf(name)),
      'client-protocol.md': strToU8(protocol),
    };
    files.set(`adwarden-${name}.zip`, zipSync({ [`adwarden-${name}`]: own }, { mtime }));
    files.set(`${name}.md`, strToU8(readmeOf(name)));
  }
  return files;
}

/** Puts the clients into the build, so that every installation serves those of its own version (ADR 42). */
export function clients(): Plugin {
  return {
    name: 'clients',
    apply: 'build',
    generateBundle() {
      for (const [name, source] of clientFiles()) {
        this.emitFile({ type: 'asset', fileName: `clients/${name}`, source });
      }
    },
  };
}
