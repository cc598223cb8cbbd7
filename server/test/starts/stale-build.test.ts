import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from '@adwarden/contract/call';
import { doctorCalls, type SystemCheck } from '@adwarden/contract/doctor';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { killServers } from '../servers/server-process.ts';
import { makeStaleClone } from './stale-clone.ts';

/* A clone whose sources are changed, as `git pull` does, and whose server is started again without a build. */

let clone: Awaited<ReturnType<typeof makeStaleClone>>;

beforeAll(async () => {
  clone = await makeStaleClone();
});
afterEach(killServers);
afterAll(() => clone.remove());

/** Starts the server of the clone; `warnings` are its lines of the log about the build. */
async function start() {
  const dataDir = mkdtempSync(join(clone.folder, 'data-'));
  const server = await clone.start({ DATA_DIR: dataDir, LOG_LEVEL: 'info' });
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
  clone.noteBuild();
  const { check, warnings } = await start();
  expect(await check()).toMatchObject({ state: 'ok' });
  clone.write('server/src/two.ts', '// pulled');
  clone.noteBuild();
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
    clone.noteBuild();
    clone.write(file, '{ "pulled": true }');
    const { check, warnings } = await start();
    const told = `${which} built from other sources than those that are in ${clone.folder}/ now`;
    await expect
      .poll(warnings)
      .toEqual([`${told}. Run \`npm run build\`, and restart the server.`]);
    expect(await check()).toMatchObject({ state: 'warning', what: told });
  },
);

test('without sources, as in an archive or an image, nothing is said', async () => {
  rmSync(join(clone.folder, 'scripts'), { recursive: true });
  expect(await (await start()).check()).toBeUndefined();
});
