import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at, env, node, read, root, sha256 } from './paths.mjs';
import { step } from './step.mjs';

const dist = at('web/dist');
const NOT_SOURCES = ['dist', 'node_modules'];

/** Builds the web app into web/dist, unless it was built from the same sources before. */
export async function buildWebWhenChanged() {
  const folders = ['web', 'contract', 'clients', 'docs/guide'].flatMap(sources);
  const files = ['docs/client-protocol.md', 'docs/guide.md', 'package-lock.json'].map((file) =>
    read(at(file)),
  );
  // Without a Java compiler, the build has no Java packages.
  const java = String(spawnSync('javac', ['-version'], { env }).status);
  const wanted = sha256(...folders, ...files, java);
  if (stampOf(dist).sources === wanted && existsSync(path.join(dist, 'index.html'))) return;

  const vite = at('node_modules/vite/bin/vite.js');
  await buildInto(dist, wanted, () =>
    step('Building the web app', node, [vite, 'build', 'web'], { cwd: root, env }),
  );
}

/**
 * Builds into a folder, and keeps the assets of the build before beside the new ones: tabs that were opened before an
 * update still ask for them. Their names contain a hash of their content.
 */
export async function buildInto(folder, sources, build) {
  const assets = path.join(folder, 'assets');
  const before = stampOf(folder).assets.flatMap((name) => {
    const file = path.join(assets, name);
    return existsSync(file) ? [[file, readFileSync(file)]] : [];
  });
  await build();
  const stamp = { sources, assets: readdirSync(assets) };
  for (const [file, bytes] of before) if (!existsSync(file)) writeFileSync(file, bytes);
  writeFileSync(path.join(folder, '.built-from'), JSON.stringify(stamp));
}

/** What the build in a folder was made from, and the names of its own assets. */
function stampOf(folder) {
  try {
    return JSON.parse(read(path.join(folder, '.built-from')));
  } catch {
    return { sources: '', assets: [] };
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
