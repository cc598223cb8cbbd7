import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { builds, hashOfSources, stampOf } from './built-from.mjs';
import { at, env, node, root } from './paths.mjs';
import { step } from './step.mjs';

/** Builds the web app into web/dist, if its sources have changed since the last build. */
export async function buildWebWhenChanged() {
  const wanted = { sources: hashOfSources(builds.web), compiler: javaCompiler() };
  const dist = { folder: at(builds.web.dist), kept: 'assets' };
  if (isBuilt(dist, wanted, 'index.html')) return;
  const vite = at('node_modules/vite/bin/vite.js');
  // The same pages whoever builds them: Vitest has another time zone, and sets NODE_ENV, with which React would be slow.
  const same = { ...env, NODE_ENV: 'production', TZ: 'UTC' };
  await buildInto(dist, wanted, () =>
    step('Building the web app', node, [vite, 'build', 'web'], { cwd: root, env: same }),
  );
}

/**
 * Returns the version of this machine's Java compiler. Without one, or with one that fails, the build has the Java packages of
 * releases only; another one is a reason to build again.
 */
function javaCompiler() {
  const { status, stdout, stderr } = spawnSync('javac', ['-version'], { env, timeout: 20_000 });
  return status === 0 ? `${stdout}${stderr}` : 'none';
}

/** Builds the server into server/dist, if its sources have changed since the last build. */
export async function buildServerWhenChanged() {
  const wanted = { sources: hashOfSources(builds.server), compiler: '' };
  const dist = { folder: at(builds.server.dist), kept: '.' };
  if (isBuilt(dist, wanted, 'main.js')) return;
  const rolldown = at('node_modules/rolldown/bin/cli.mjs');
  await buildInto(dist, wanted, () =>
    step('Building the server', node, [rolldown, '--config', 'rolldown.config.ts'], {
      cwd: at('server'),
      env,
    }),
  );
}

function isBuilt({ folder }, wanted, file) {
  const { sources, compiler } = stampOf(folder);
  const isSame = sources === wanted.sources && compiler === wanted.compiler;
  return isSame && existsSync(path.join(folder, file));
}

/**
 * Builds into a folder. In its subfolder `kept`, the files of the build before stay beside the new ones, because open tabs and
 * running servers still load them. `from` is stored in the folder: the hash of the sources, and the compiler.
 * @public e2e/checks/build.test.ts imports it in a program of its own.
 */
export async function buildInto({ folder, kept }, from, build) {
  const place = path.join(folder, kept);
  const before = stampOf(folder).assets.flatMap((name) => {
    const file = path.join(place, name);
    return existsSync(file) ? [[file, readFileSync(file)]] : [];
  });
  await build();
  const stamp = { ...from, assets: readdirSync(place) };
  for (const [file, bytes] of before) if (!existsSync(file)) writeFileSync(file, bytes);
  writeFileSync(path.join(folder, '.built-from'), JSON.stringify(stamp));
}
