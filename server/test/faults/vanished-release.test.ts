import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, expect, test } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { lives } from '../../../deploy/programs/process-tree.ts';
import { adminEmail, adminPassword } from '../servers/calls.ts';
import { askAnew, type Processes, startProcesses } from '../servers/processes.ts';

/* The files of a release are taken away below the running server: the supervisor and the ads go on. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'adwarden-vanished-'));
const dist = join(copy, 'server/dist');
const gone = join(copy, 'gone');
let server: Processes;

afterAll(async () => {
  await server?.remove();
  rmSync(copy, { recursive: true, force: true });
});

test('with its files gone, it answers metrics, a system check and phones, and outlives its children', async () => {
  mkdirSync(dirname(dist));
  cpSync(dirname(built('main')), dist, { recursive: true });
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  symlinkSync(join(root, 'web'), join(copy, 'web'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  server = startProcesses({}, { main: join(dist, 'main.js') });
  const address = await server.ready;
  const body = { email: adminEmail, password: adminPassword };
  const signIn = await askAnew(address + pathOf(calls.adminSignIn), { method: 'POST', body });
  const bearer = signIn.body.token;
  const added = await askAnew(address + pathOf(calls.addApp), {
    method: 'POST',
    body: sampleAppForm(),
    bearer,
  });
  const { appID, authToken } = added.body.data as Record<'appID' | 'authToken', string>;
  const adsPath = `${pathOf(calls.getAds)}?${new URLSearchParams({ appID, authToken })}`;
  const statusOf = async (path: string) => (await askAnew(address + path)).status;
  await expect.poll(() => statusOf(adsPath)).toBe(200);

  // Everything that any process could still load: own files, packages, the web app.
  renameSync(join(copy, 'server'), gone);
  for (const name of ['web', 'node_modules', 'package.json']) rmSync(join(copy, name));
  for (let turn = 0; turn < 10; turn += 1) expect(await statusOf('/metrics')).toBe(200);
  const checked = await askAnew(address + pathOf(calls.getSystemChecks), { bearer });
  expect(checked.status, checked.text).toBe(200);

  const [victim = 0, other = 0] = server.ads();
  process.kill(victim, 'SIGKILL');
  const office = server.office() ?? 0;
  process.kill(office, 'SIGKILL');
  await expect.poll(() => [victim, office].filter(lives)).toEqual([]);
  // A process that is started now ends at once, again and again.
  await expect
    .poll(() => server.output().match(/"how":"exit code 1"/g)?.length ?? 0)
    .toBeGreaterThan(3);
  for (let turn = 0; turn < 10; turn += 1) {
    expect(await statusOf(adsPath)).toBe(200);
    expect(await statusOf('/metrics')).toBe(200);
  }
  // The supervisor tells the others how the machine is, so the word comes a moment later.
  await expect
    .poll(async () => (await askAnew(`${address}/readyz`)).text)
    .toContain('1 of 2 processes that answer ads are away');
  expect(server.ads()).toContain(other);
  expect(lives(server.pid)).toBe(true);
  expect(server.output()).not.toContain('nobody expected');

  // The next start of each finds the files again.
  renameSync(gone, join(copy, 'server'));
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  symlinkSync(join(root, 'web'), join(copy, 'web'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  await expect.poll(() => [server.ads().length, server.office() !== undefined]).toEqual([2, true]);
  await expect.poll(() => statusOf(pathOf(calls.getCategory))).toBe(401);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
