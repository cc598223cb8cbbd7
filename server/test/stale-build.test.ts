import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathOf } from '@adwarden/contract/call';
import { doctorCalls, type SystemCheck } from '@adwarden/contract/doctor';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { built } from '../../deploy/programs/built.ts';
import { killServers, startServer } from './server-process.ts';

/* A clone whose sources are changed, as `git pull` does, and whose server is started again without a build. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const clone = mkdtempSync(join(tmpdir(), 'adwarden-stale-'));
const main = join(clone, 'server/dist/main.js');

const writeIn = (file: string, text: string) => {
  mkdirSync(dirname(join(clone, file)), { recursive: true });
  writeFileSync(join(clone, file), text);
};

/** Notes, as a build does, that the web app and the server were built from the present sources. */
function noteBuild(): void {
  const script = `
    const { builds, hashOfSources } = await import('./scripts/built-from.mjs');
    const { buildInto } = await import('./scripts/build.mjs');
    const { mkdirSync } = await import('node:fs');
    for (const build of Object.values(builds)) {
      mkdirSync(build.dist + '/assets', { recursive: true });
      const from = { sources: hashOfSources(build), compiler: '' };
      await buildInto({ folder: build.dist, kept: 'assets' }, from, async () => {});
    }`;
  const options = { cwd: clone, encoding: 'utf8', timeout: 30_000 } as const;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], options);
  expect(stderr).toBe('');
}

type Build = { folders: string[]; headings: string[] };

beforeAll(async () => {
  const builtFrom = new URL('../../scripts/built-from.mjs', import.meta.url).href;
  const { builds }: { builds: Record<string, Build> } = await import(builtFrom);
  const all = Object.values(builds);
  cpSync(dirname(built('main')), join(clone, 'server/dist'), { recursive: true });
  const headings = all.flatMap((build) => build.headings);
  for (const part of ['scripts', 'package.json', 'package-lock.json', ...headings]) {
    cpSync(join(root, part), join(clone, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  for (const folder of all.flatMap(({ folders }) => folders)) {
    writeIn(`${folder}/one.ts`, `// ${folder}`);
  }
});
afterEach(killServers);
afterAll(() => rmSync(clone, { recursive: true, force: true }));

/** Starts the server of the clone; `warnings` are its lines of the log about the build. */
async function start() {
  const dataDir = mkdtempSync(join(clone, 'data-'));
  const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'info' }, main);
  const token = await server.signIn();
  return {
    warnings: () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"check":"build"'))
        .map((line) => JSON.parse(line).msg as string),
    async check() {
      const { body } = await server.ask(pathOf(doctorCalls.getSystemChecks), { as: token });
      return (body.data as SystemCheck[]).find(({ name }) => name === 'build');
    },
  };
}

test('a server that was built from the sources beside it says so, and a later build asks for a restart', async () => {
  noteBuild();
  const { check, warnings } = await start();
  expect(await check()).toMatchObject({ state: 'ok' });
  writeIn('server/src/two.ts', '// pulled');
  noteBuild();
  expect(await check()).toMatchObject({
    state: 'warning',
    what: expect.stringContaining('built again after it was started'),
    todo: 'Restart the server.',
  });
  expect(warnings()).toEqual([]);
});

test.each([
  ['of the server', 'server/src/ads/neu ü 🙂.ts', 'The server was'],
  ['of the web app', 'web/src/three.tsx', 'The web app was'],
  ['of both', 'contract/src/three.ts', 'The web app and the server were'],
  ['of the packages', 'package-lock.json', 'The web app and the server were'],
])(
  'a start after a pull of sources %s is told in the log and in System Check',
  async (_, file, which) => {
    noteBuild();
    writeIn(file, '{ "pulled": true }');
    const { check, warnings } = await start();
    const told = `${which} built from other sources than those that are in ${clone}/ now`;
    await expect
      .poll(warnings)
      .toEqual([`${told}. Run \`npm run build\`, and restart the server.`]);
    expect(await check()).toMatchObject({ state: 'warning', what: told });
  },
);

test('without sources, as in an archive or an image, nothing is said', async () => {
  rmSync(join(clone, 'scripts'), { recursive: true });
  expect(await (await start()).check()).toBeUndefined();
});
