import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, expect, test } from 'vitest';
import { adminEmail, adminPassword } from './build-test-server.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-kill-'));
const running = new Set<ChildProcess>();

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the server as a process and returns it with its address. */
async function start() {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
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
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server ended before it listened: ${output}`)));
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      const [, found] = /is on (http:\S+)/.exec(output) ?? [];
      if (found) resolve(found);
    });
  });
  return { child, address };
}

type Answer = { token: string; data: { appID: string } };

async function post(url: string, body: object, bearer = ''): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(answer)}`);
  return answer as Answer;
}

test('a killed server has every acknowledged write and a sound database', async () => {
  const first = await start();
  const credentials = { email: adminEmail, password: adminPassword };
  const { token } = await post(`${first.address}/admin/login`, credentials);
  const acknowledged = new Map<string, string>();
  const write = async (writer: number) => {
    for (let turn = 0; ; turn += 1) {
      const appName = `Writer ${writer}, app ${turn}`;
      const form = sampleAppForm({ appName });
      const { data } = await post(`${first.address}/apps/addApp`, form, token);
      acknowledged.set(data.appID, appName);
    }
  };
  const writers = Promise.allSettled([1, 2, 3, 4].map(write));
  while (acknowledged.size < 100) await new Promise((resolve) => setTimeout(resolve, 5));
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  await writers;

  const file = new DatabaseSync(join(dataDir, 'adwarden.db'));
  expect(file.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(file.prepare('pragma foreign_key_check').all()).toEqual([]);
  const unlogged = file.prepare(
    `select count(*) as apps from app where version <> (select max(seq) from change where key = app."appID")`,
  );
  expect(unlogged.get()).toEqual({ apps: 0 });
  file.close();

  const second = await start();
  const again = await post(`${second.address}/admin/login`, credentials);
  const list = await fetch(`${second.address}/apps/getAllApp`, {
    headers: { authorization: `Bearer ${again.token}` },
  });
  const { data } = (await list.json()) as { data: { appID: string; appName: string }[] };
  const names = new Map(data.map(({ appID, appName }) => [appID, appName]));
  const lost = [...acknowledged].filter(([appID, appName]) => names.get(appID) !== appName);
  expect(lost, `lost of ${acknowledged.size} acknowledged apps`).toEqual([]);
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit'), 'a clean stop').toEqual([0, null]);
}, 60_000);
