import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at, env, node, read, root, sha256 } from './paths.mjs';
import { step } from './step.mjs';

const NOT_SOURCES = ['dist', 'node_modules'];

/** Builds the web app into web/dist, if its sources have changed since the last build. */
export async function buildWebWhenChanged() {
  const folders = ['web', 'contract', 'clients', 'docs/guide'].flatMap(sources);
  const files = ['docs/client-protocol.md', 'docs/guide.md', 'package-lock.json'].map((file) =>
    read(at(file)),
  );
  const wanted = sha256(...folders, ...files, javaCompiler());
  const dist = { folder: at('web/dist'), kept: 'assets' };
  if (isBuilt(dist, wanted, 'index.html')) return;
  const vite = at('node_modules/vite/bin/vite.js');
  await buildInto(dist, wanted, () =>
    step('Building the web app', node, [vite, 'build', 'web'], { cwd: root, env }),
  );
}

/**
 * Which Java compiler this machine has. Without one, or with one that fails, the build has no Java packages; another one is
 * a reason to build again.
 */
function javaCompiler() {
  const { status, stdout, stderr } = spawnSync('javac', ['-version'], { env, timeout: 20_000 });
  return status === 0 ? `${stdout}${stderr}` : 'none';
}

/** Builds the server into server/dist, if its sources have changed since the last build. */
export async function buildServerWhenChanged() {
  const folders = ['server/src', 'contract/src'].flatMap(sources);
  const files = ['server/package.json', 'server/rolldown.config.ts', 'package-lock.json'];
  const wanted = sha256(...folders, ...files.map((file) => read(at(file))));
  const dist = { folder: at('server/dist'), kept: '.' };
  if (isBuilt(dist, wanted, 'main.js')) return;
  const rolldown = at('node_modules/rolldown/bin/cli.mjs');
  await buildInto(dist, wanted, () =>
    step('Building the server', node, [rolldown, '--config', 'rolldown.config.ts'], {
      ...{ cwd: at('server'), env },
    }),
  );
}

const isBuilt = ({ folder }, sources, file) =>
  stampOf(folder).sources === sources && existsSync(path.join(folder, file));

/**
 * Builds into a folder. In its subfolder `kept`, the files of the build before stay beside the new ones, because open tabs
 * and running servers still load them.
 */
export async function buildInto({ folder, kept }, sources, build) {
  const place = path.join(folder, kept);
  const before = stampOf(folder).assets.flatMap((name) => {
    const file = path.join(place, name);
    return existsSync(file) ? [[file, readFileSync(file)]] : [];
  });
  await build();
  const stamp = { sources, assets: readdirSync(place) };
  for (const [file, bytes] of before) if (!existsSync(file)) writeFileSync(file, bytes);
  writeFileSync(path.join(folder, '.built-from'), JSON.stringify(stamp));
}

/** What the build in a folder was made from, and the names of its own files. */
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
