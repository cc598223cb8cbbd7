import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, expect, test } from 'vitest';
import { countedAnswers } from '../databases/counted-answers.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* The usage of a process that ends: a stop loses nothing, a kill loses at most 10 s. */

const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-usage-kill-'));
const environment = { DATA_DIR: dataDir };

afterAll(() => {
  killServers();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a killed process loses at most the counts of its last 10 seconds, a stopped one none', async () => {
  const first = await startServer(environment);
  const as = await first.signIn();
  const form = sampleAppForm();
  const { body } = await first.ask(calls.addApp.path, { method: 'POST', body: form, as });
  const { appID, authToken } = body.data;
  const adsPath = `${calls.getAds.path}?${new URLSearchParams({ appID, authToken })}`;
  const askForAds = async (server: ServerProcess, times: number) => {
    for (let time = 0; time < times; time += 1) {
      const { status, text } = await server.ask(adsPath);
      expect(status, text).toBe(200);
    }
  };
  const counted = () => countedAnswers(dataDir, appID);

  await expect.poll(async () => (await first.ask(adsPath)).status).toBe(200);
  await askForAds(first, 19);
  await expect.poll(counted, { interval: 200 }).toBe(20);
  await askForAds(first, 5);
  await first.kill();
  expect(counted(), 'what was written before is there').toBe(20);

  const second = await startServer(environment);
  await askForAds(second, 7);
  expect(await second.stop()).toEqual([0, null]);
  expect(counted(), 'a stop writes the rest').toBe(27);
});
