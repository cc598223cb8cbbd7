import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { at, env, node, root } from './paths.mjs';
import { attempt } from './step.mjs';

// The headless shell first: it draws no browser around the page, and needs a third less processor time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Returns the path of a Chromium for the browser tests: the one that CHROME_PATH names, an installed headless shell, Debian's
 * package of it if this process may install it, any other installed one, or Playwright's own download. Null if none is available.
 * Prints the result.
 */
export async function findOrInstallBrowser() {
  const browser = await findOrInstall();
  console.log(
    browser
      ? `Browser: ${browser}`
      : 'No browser is installed, and none could be installed (set CHROME_PATH to one)',
  );
  return browser;
}

async function findOrInstall() {
  const named = process.env.CHROME_PATH;
  if (named && !works(named)) console.log(`CHROME_PATH is not a browser that runs: ${named}`);
  const found = [named, ...inPath(), ...macPaths, playwrights()].find(works);
  if (found && (found === named || path.basename(found) === names[0])) return found;

  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = { cwd: root, env: quiet };
    // Without a network it must fail soon: a browser that is there already does, too.
    const soon = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
    await attempt('Looking up Debian’s packages', 'apt-get', ['update', '-qq', ...soon], options);
    const flags = ['install', '-y', '-qq', '--no-install-recommends', ...soon, names[0]];
    await attempt('Installing Debian’s headless Chromium', 'apt-get', flags, options);
    const debians = inPath().find(works);
    if (debians) return debians;
  }
  if (found) return found;

  const cli = at('node_modules/playwright-core/cli.js');
  await attempt('Downloading Playwright’s Chromium', node, [cli, 'install', 'chromium'], {
    cwd: root,
    env,
  });
  const downloaded = playwrights();
  return works(downloaded) ? downloaded : null;
}

const inPath = () =>
  process.env.PATH.split(path.delimiter).flatMap((folder) =>
    names.map((name) => path.join(folder, name)),
  );

/** Returns the path of Playwright's own download, which may not exist. */
function playwrights() {
  const ask = "console.log(require('playwright-core').chromium.executablePath())";
  return spawnSync(node, ['-e', ask], { cwd: root, encoding: 'utf8' }).stdout?.trim();
}

/** Runs the browser: some distributions have a file of this name that only explains how to install it. */
function works(file) {
  return Boolean(file) && existsSync(file) && spawnSync(file, ['--version']).status === 0;
}
