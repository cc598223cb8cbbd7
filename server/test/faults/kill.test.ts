import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, expect, test } from 'vitest';
import { killServers, startServer } from '../servers/server-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-kill-'));
const environment = { DATA_DIR: dataDir };

afterAll(() => {
  killServers();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a killed server has every acknowledged write and a sound database', async () => {
  const first = await startServer(environment);
  const as = await first.signIn();
  const acknowledged = new Map<string, string>();
  const write = async (writer: number) => {
    for (let turn = 0; ; turn += 1) {
      const body = sampleAppForm({ appName: `Writer ${writer}, app ${turn}` });
      const answer = await first.ask(calls.addApp.path, { method: 'POST', as, body });
      expect(answer.status, answer.text).toBe(200);
      acknowledged.set(answer.body.data.appID, body.appName);
    }
  };
  const writers = Promise.allSettled([1, 2, 3, 4].map(write));
  while (acknowledged.size < 100) await pause(5);
  await first.kill();
  await writers;

  const file = new DatabaseSync(join(dataDir, 'adwarden.db'));
  expect(file.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(file.prepare('pragma foreign_key_check').all()).toEqual([]);
  const unlogged = file.prepare(
    `select count(*) as apps from app where version <> (select max(seq) from change where key = app."appID")`,
  );
  expect(unlogged.get()).toEqual({ apps: 0 });
  file.close();

  const second = await startServer(environment);
  const list = await second.ask(calls.getAllApp.path, { as: await second.signIn() });
  const apps: { appID: string; appName: string }[] = list.body.data;
  const names = new Map(apps.map(({ appID, appName }) => [appID, appName]));
  const lost = [...acknowledged].filter(([appID, appName]) => names.get(appID) !== appName);
  expect(lost, `lost of ${acknowledged.size} acknowledged apps`).toEqual([]);
  expect(await second.stop(), 'a clean stop').toEqual([0, null]);
});
