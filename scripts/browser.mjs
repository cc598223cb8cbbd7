import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { at, env, node, root } from './places.mjs';
import { attempt } from './step.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of a Chromium for the browser tests: one that is here, else Debian's package where we may
 * install it, else Playwright's own download; null when none of these could be had. Says which.
 */
export async function findOrInstallBrowser() {
  const named = process.env.CHROME_PATH;
  if (named && !works(named)) console.log(`CHROME_PATH names no browser that runs: ${named}`);
  const found = [named, ...inPath(), ...elsewhere, playwrights()].find(works);
  if (found) return told(`Browser: ${found}`, found);

  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = { cwd: root, env: quiet };
    await attempt('Looking up Debian’s packages', 'apt-get', ['update', '-qq'], options);
    const flags = ['install', '-y', '-qq', '--no-install-recommends', 'chromium'];
    await attempt('Installing Debian’s chromium', 'apt-get', flags, options);
    const debians = inPath().find(works);
    if (debians) return told(`Browser: ${debians}`, debians);
  }

  const cli = at('node_modules/playwright-core/cli.js');
  await attempt('Downloading Playwright’s Chromium', node, [cli, 'install', 'chromium'], {
    cwd: root,
    env,
  });
  const downloaded = playwrights();
  return works(downloaded)
    ? told(`Browser: ${downloaded}`, downloaded)
    : told('No browser: none is here, and none could be installed (set CHROME_PATH to one)', null);
}

const inPath = () =>
  process.env.PATH.split(path.delimiter).flatMap((folder) =>
    names.map((name) => path.join(folder, name)),
  );

/** Where Playwright keeps its own download, whether it is there or not. */
function playwrights() {
  const ask = "console.log(require('playwright-core').chromium.executablePath())";
  return spawnSync(node, ['-e', ask], { cwd: root, encoding: 'utf8' }).stdout?.trim();
}

/** Some distributions have a file of the name that only says where to get the browser. */
function works(file) {
  return Boolean(file) && existsSync(file) && spawnSync(file, ['--version']).status === 0;
}

function told(line, answer) {
  console.log(line);
  return answer;
}
