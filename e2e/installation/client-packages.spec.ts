import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { expect, test } from '../support/test.ts';

/* The packages that a server offers, installed by the real tools in empty projects that have nothing but its address. */

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'adwarden-packages-'));
const project = join(folder, 'project');
let server: ServerProcess;
let address = '';

test.beforeAll(async () => {
  server = await startServer({});
  ({ address } = server);
  mkdirSync(project);
  write('package.json', { name: 'an-app', private: true });
  write('.npmrc', `@adwarden:registry=${address}/clients/npm/\n`);
  // The package of these sources; `latest` is the newest release.
  await npm('install', '@adwarden/client@next');
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, content: object | string) =>
  writeFileSync(
    join(project, name),
    typeof content === 'string' ? content : JSON.stringify(content),
  );

/** Runs npm with a cache of its own, so that nothing comes from anywhere else. */
const npm = (...args: string[]) =>
  run('npm', [...args, '--no-audit', '--no-fund', `--cache=${join(folder, 'cache')}`], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: folder },
    timeout: 60_000,
  });

const answer = `{"success":true,"data":{"appID":"a","adsStatus":"on","googleBanner1":"unit"}}`;
const program = (imported: string) => `${imported}
const ads = startAdwarden({ address: 'http://127.0.0.1:1', appID: 'a', authToken: 't',
  storage: fileStorage('stored'), defaults: '${answer}' });
console.log(version, ads.adUnit('googleBanner1'), fakeAdwarden().adUnit('reward1'));
ads.close();
`;

test('npm installs the client, and Node runs it by require and by import', async () => {
  const lock = readFileSync(join(project, 'package-lock.json'), 'utf8');
  expect(lock).toContain(`${address}/clients/npm/@adwarden/client/-/client-`);
  const names = '{ startAdwarden, fakeAdwarden, version }';
  write(
    'required.cjs',
    program(`const ${names} = require('@adwarden/client');
const { fileStorage } = require('@adwarden/client/file-storage');`),
  );
  write(
    'imported.mjs',
    program(`import ${names} from '@adwarden/client';
import { fileStorage } from '@adwarden/client/file-storage';`),
  );
  for (const file of ['required.cjs', 'imported.mjs']) {
    const { stdout } = await run(process.execPath, [file], { cwd: project, env: {} });
    expect(stdout, file).toMatch(/^\d+\.\d+\.\d+ unit null\n$/);
  }
});

test('its types, and the code of Connect, pass by every way of resolving modules', async () => {
  write(
    'app.ts',
    `import { startAdwarden, type Adwarden, type Slot } from '@adwarden/client';
const ads: Adwarden = startAdwarden({ address: '', appID: '', authToken: '', useSampleAds: 'ios' });
const slot: Slot = 'googleBanner1';
const unit: string | null = ads.adUnit(slot);
// @ts-expect-error there is no such slot
ads.adUnit('googleBanner9');
console.log(unit, ads.status.failure?.cause);
`,
  );
  const readme = readFileSync(join(root, 'clients/typescript/README.md'), 'utf8');
  write('readme.ts', `${/```ts\n([\s\S]*?)```/.exec(readme)?.[1]}export {};`);
  write(
    'app.d.ts',
    `declare const __DEV__: boolean;
declare module '@react-native-async-storage/async-storage' {
  const storage: {
    getItem(key: string): Promise<string | null>;
    setItem(key: string, value: string): Promise<void>;
  };
  export default storage;
}`,
  );
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const options = { module, moduleResolution, strict: true, noEmit: true, types: [] };
    write('tsconfig.json', {
      compilerOptions: options,
      files: ['app.ts', 'readme.ts', 'app.d.ts'],
    });
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: project }).catch((error) => {
      throw new Error(`${moduleResolution}: ${error.stdout}`);
    });
  }
});

test('the code has nothing newer than ES2017', async () => {
  const own = (name: string) =>
    readFileSync(join(project, 'node_modules/@adwarden/client', name), 'utf8');
  for (const name of ['adwarden.js', 'adwarden.mjs', 'adwarden.global.js']) {
    expect(own(name), name).not.toMatch(
      /\?\.[a-z([]|\?\?|\.\.\.[a-z]\w*[,}]\s*}|#\w+[;=(]|\*\*=|catch\s*{/,
    );
  }
  expect(own('adwarden.global.js')).toMatch(/^var Adwarden=/);
});

test('Unity’s package comes from the same registry, each file with its meta file', async () => {
  const search = await fetch(`${address}/clients/npm/-/v1/search?text=adwarden`);
  const { objects } = (await search.json()) as { objects: { package: { name: string } }[] };
  expect(objects.map((object) => object.package.name)).toContain('com.adwarden.client');
  await npm('install', 'com.adwarden.client', `--registry=${address}/clients/npm/`);
  const { stdout } = await run('find', ['.', '-type', 'f'], {
    cwd: join(project, 'node_modules/com.adwarden.client'),
  });
  const found = stdout.trim().split('\n');
  const sources = found.filter((name) => !name.endsWith('.meta'));
  expect(sources).toContain('./src/AdwardenClient.cs');
  expect(sources).toContain('./src/Adwarden.asmdef');
  for (const source of sources) expect(found).toContain(`${source}.meta`);
  expect(found).toContain('./src.meta');
});

test('a release that is not the newest is installed by its number, and by the lock file of then', async () => {
  const before = join(folder, 'before');
  mkdirSync(before);
  const about = await fetch(`${address}/clients/npm/@adwarden%2fclient`);
  const oldest = Object.keys(((await about.json()) as { versions: object }).versions).at(-1) ?? '';
  const path = `npm/@adwarden/client/-/client-${oldest}.tgz`;
  const stored = readFileSync(join(root, 'docs/releases', oldest, 'clients', path));
  const dependencies = { '@adwarden/client': oldest };
  const lock = {
    name: 'before',
    lockfileVersion: 3,
    packages: {
      '': { dependencies },
      'node_modules/@adwarden/client': {
        version: oldest,
        resolved: `${address}/clients/${path}`,
        integrity: `sha512-${createHash('sha512').update(stored).digest('base64')}`,
      },
    },
  };
  writeFileSync(join(before, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(join(before, 'package.json'), JSON.stringify({ name: 'before', dependencies }));
  await run('npm', ['ci', '--no-audit', '--no-fund', `--cache=${join(folder, 'cache')}`], {
    cwd: before,
    env: { PATH: process.env.PATH, HOME: folder },
    timeout: 60_000,
  });
  const own = JSON.parse(
    readFileSync(join(before, 'node_modules/@adwarden/client/package.json'), 'utf8'),
  );
  expect(own.version).toBe(oldest);
});

test('npm names what is not there', async () => {
  await expect(npm('install', '@adwarden/other')).rejects.toThrow(/404|E404/);
  const answer = await fetch(`${address}/clients/npm/@adwarden%2fother`);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ error: 'Not found' });
});

test('a package never changes, what the registry says about it may', async () => {
  const about = await fetch(`${address}/clients/npm/@adwarden%2Fclient`);
  expect(about.headers.get('cache-control')).toBe('no-cache');
  const { versions } = (await about.json()) as {
    versions: Record<string, { dist: { tarball: string } }>;
  };
  expect(Object.keys(versions).length).toBeGreaterThan(1);
  for (const [name, { dist }] of Object.entries(versions)) {
    const archive = await fetch(dist.tarball);
    expect(archive.status, name).toBe(200);
    expect(archive.headers.get('cache-control'), name).toContain('immutable');
  }
});
