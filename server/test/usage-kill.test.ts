import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { pathOf, routes } from '@adwarden/contract/routes';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, expect, test } from 'vitest';
import { adminEmail, adminPassword } from './build-test-server.ts';

/* The usage of a process that ends: a stop loses nothing, a kill loses at most 10 s. */

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-usage-kill-'));
const running = new Set<ChildProcess>();

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function start() {
  const child = spawn(process.execPath, [main], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    const [, address] = /is on http:\/\/localhost(:\d+)/.exec(output) ?? [];
    if (address) return { child, address: `http://127.0.0.1${address}` };
  }
  throw new Error(`the server ended before it listened: ${output}`);
}

/** The number of answers for an app in the database file. */
function counted(appID: string): number {
  const file = new DatabaseSync(join(dataDir, 'adwarden.db'), { readOnly: true });
  try {
    const sum = file.prepare('select coalesce(sum(ok), 0) as ok from app_usage where "appID" = ?');
    return Number(sum.get(appID)?.ok);
  } finally {
    file.close();
  }
}

test('a killed process loses at most the counts of its last 10 seconds, a stopped one none', async () => {
  const first = await start();
  const post = async (path: string, body: object, bearer = '') => {
    const response = await fetch(first.address + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    });
    return response.json() as Promise<{
      token: string;
      data: { appID: string; authToken: string };
    }>;
  };
  const { token } = await post(pathOf('adminSignIn'), {
    email: adminEmail,
    password: adminPassword,
  });
  const { data } = await post(pathOf('addApp'), sampleAppForm(), token);
  const ask = async (address: string, times: number) => {
    const query = new URLSearchParams({ appID: data.appID, authToken: data.authToken });
    for (let time = 0; time < times; time += 1) {
      const answer = await fetch(`${address}${routes.getAds.path}?${query}`);
      expect(answer.status, await answer.clone().text()).toBe(200);
    }
  };

  await ask(first.address, 20);
  await expect.poll(() => counted(data.appID), { timeout: 12_000, interval: 200 }).toBe(20);
  await ask(first.address, 5);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  expect(counted(data.appID), 'what was written before is there').toBe(20);

  const second = await start();
  await ask(second.address, 7);
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
  expect(counted(data.appID), 'a stop writes the rest').toBe(27);
}, 60_000);
