// The sources of the web app and of the server.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { at, read, sha256 } from './paths.mjs';

const NOT_SOURCES = ['dist', 'node_modules'];

/** The two builds: their folder, and the folders, files and headings of documents that they are made from. */
export const builds = {
  web: {
    dist: 'web/dist',
    folders: ['web', 'contract', 'clients', 'docs/guide', 'docs/releases'],
    files: ['docs/client-protocol.md', 'docs/guide.md', 'package.json', 'package-lock.json'],
    // The registry of clients says on which days releases were made.
    headings: ['CHANGELOG.md'],
  },
  server: {
    dist: 'server/dist',
    folders: ['server/src', 'contract/src'],
    files: ['server/package.json', 'server/rolldown.config.ts', 'package-lock.json'],
    headings: [],
  },
};

/** Returns a hash of all sources of a build. */
export const hashOfSources = ({ folders, files, headings }) =>
  sha256(
    ...folders.flatMap(sources),
    ...files.map((file) => read(at(file))),
    ...headings.flatMap((file) => read(at(file)).match(/^## .*$/gm) ?? []),
  );

/** Reads the note of a build: the hash of its sources, and the names of its own files. */
export function stampOf(folder) {
  try {
    return JSON.parse(read(path.join(folder, '.built-from')));
  } catch {
    return { sources: '', compiler: '', assets: [] };
  }
}

/** Names and contents of all files below a folder, in a stable order. */
function sources(folder) {
  return readdirSync(at(folder), { withFileTypes: true })
    .filter((entry) => !NOT_SOURCES.includes(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      return entry.isDirectory() ? sources(name) : [name, readFileSync(at(name))];
    });
}
