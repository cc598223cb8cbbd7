import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { at, env, node, read, root, sha256 } from './places.mjs';
import { step } from './step.mjs';

const stamp = at('node_modules/.adwarden-installed');

/**
 * Installs what package-lock.json names, unless that has been done. In two steps, because npm
 * picks packages that suit the Node it runs on: first the pinned Node, with whatever Node is here,
 * then everything with the pinned one.
 */
export async function installWhatIsMissing() {
  const wanted = sha256(read(at('package-lock.json')), process.platform, process.arch);
  if (read(stamp) === wanted && existsSync(node)) return;

  const version = JSON.parse(read(at('package.json'))).dependencies.node;
  if (!runs(version)) {
    // A half-installed Node would look complete to npm.
    rmSync(at('node_modules/node'), { recursive: true, force: true });
    rmSync(at('node_modules/.package-lock.json'), { force: true });
    // Its install script fetches the program, so it must run even where scripts are switched off.
    await npm(`Installing Node ${version}`, '--workspaces=false --omit=dev --ignore-scripts=false');
    if (!runs(version)) {
      console.error(`Failed: Node ${version} was installed but does not run on this machine.`);
      process.exit(1);
    }
  }
  await npm('Installing the packages', '--include=dev');
  writeFileSync(stamp, wanted);
}

function runs(version) {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`;
}

function npm(name, flags) {
  const install = `install --no-save --no-audit --no-fund --loglevel=error ${flags}`.split(' ');
  // npm's first line may name a fixed Node; handed its script, the `node` first in PATH runs it.
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js')
    ? step(name, 'node', [script, ...install], { cwd: root, env })
    : step(name, 'npm', install, { cwd: root, env });
}
