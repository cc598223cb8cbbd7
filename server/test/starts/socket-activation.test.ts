import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, expect, test } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { takePort } from '../../src/processes/listening.ts';
import { adminEmail, adminPassword } from '../servers/calls.ts';
import { askAnew } from '../servers/processes.ts';
import { bare } from '../servers/server-process.ts';

/* A port that systemd has opened: it is the file 3 of the server, and stays open while the server restarts. */

const main = built('main');
const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-socket-'));
const started: ChildProcess[] = [];
afterAll(() => {
  // This is for a failure: the others end with it.
  for (const child of started) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the server as systemd does, with its own process id in LISTEN_PID. */
function start(file: number, count = 1) {
  const command = `LISTEN_PID=$$ LISTEN_FDS=${count} exec "$0" "$1"`;
  const child = spawn('sh', ['-c', command, process.execPath, main], {
    cwd: dataDir,
    env: {
      ...bare,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: adminPassword,
    },
    stdio: ['ignore', 'pipe', 'pipe', file],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += text;
    });
  }
  return { child, output: () => output, ended: once(child, 'exit').then(([code]) => code) };
}

test.skipIf(process.platform === 'win32')(
  'an upgrade of one machine: no request of a phone is refused while the server restarts',
  { timeout: 60_000 },
  async () => {
    // Nobody accepts here: it only keeps the port open, as systemd does.
    const { handle, address: place } = await takePort(0, '127.0.0.1');
    const file = (handle as unknown as { fd: number }).fd;

    const first = start(file);
    await expect.poll(first.output).toContain('is on http://localhost:');
    const body = { email: adminEmail, password: adminPassword };
    const signIn = await askAnew(place + pathOf(calls.adminSignIn), { method: 'POST', body });
    const how = { method: 'POST', body: sampleAppForm(), bearer: signIn.body.token };
    const app = (await askAnew(place + pathOf(calls.addApp), how)).body.data as {
      appID: string;
      authToken: string;
    };
    const query = new URLSearchParams({ appID: app.appID, authToken: app.authToken });
    // These files exist on a machine that has run for a while.
    const hasAds = () => readdirSync(dataDir).some((name) => name.startsWith('ads.last-good'));
    await expect.poll(hasAds).toBe(true);
    let isOver = false;
    const statuses: number[] = [];
    const phone = (async () => {
      // On a busy machine a restart takes longer than `askAnew` waits.
      const headers = { connection: 'close' };
      const ads = `${place}/api/getAds?${query}`;
      while (!isOver) statuses.push((await fetch(ads, { headers })).status);
    })();

    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const before = statuses.length;
    const second = start(file);
    await expect.poll(() => statuses.length).toBeGreaterThan(before + 5);
    isOver = true;
    await phone;
    expect(new Set(statuses)).toEqual(new Set([200]));
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);

    const two = start(file, 2);
    expect(await two.ended).toBe(1);
    expect(two.output()).toContain('must have one ListenStream');
  },
);
