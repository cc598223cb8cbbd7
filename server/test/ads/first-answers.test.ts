import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../../deploy/programs/free-port.ts';
import {
  type Answer,
  killServers,
  type ServerProcess,
  startServer,
} from '../servers/server-process.ts';

/* The answers that phones get from a process that has just started: nothing but 503, then the right ads. */

const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-first-answers-'));
afterAll(() => {
  killServers();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Adds apps of every kind; returns the requests for each and their right answers. */
async function addApps(server: ServerProcess): Promise<Map<string, string>> {
  const as = await server.signIn();
  const wanted = new Map<string, string>();
  for (let number = 0; number < 24; number += 1) {
    const body = {
      ...sampleAppForm(),
      appName: `App ${number}`,
      adsStatus: number % 3 ? 'on' : 'off',
      ipAddress: number % 4 ? 'off' : 'on',
    };
    const added = await server.ask(pathOf(calls.addApp), { method: 'POST', body, as });
    const { appID, authToken } = added.body.data;
    const path = `${calls.getAds.path}?${new URLSearchParams({ appID, authToken })}`;
    await expect.poll(async () => (await server.ask(path)).status).toBe(200);
    wanted.set(path, (await server.ask(path)).text);
  }
  return wanted;
}

test('the first answers of a process are right, and no other requests are counted', async () => {
  const before = await startServer({ DATA_DIR: dataDir });
  const wanted = await addApps(before);
  expect(await before.stop()).toEqual([0, null]);

  const port = await freePort();
  const starting = startServer({ DATA_DIR: dataDir, PORT: String(port) });
  let isUp = false;
  starting.finally(() => {
    isUp = true;
  });
  const [firstPath = ''] = wanted.keys();
  const early: Pick<Answer, 'status' | 'text'>[] = [];
  while (!isUp) {
    const answer = await fetch(`http://127.0.0.1:${port}${firstPath}`).catch(() => null);
    if (answer) early.push({ status: answer.status, text: await answer.text() });
  }
  const server = await starting;
  expect((await server.ask('/readyz')).status).toBe(200);
  const right = early.filter(({ status }) => status !== 503);
  for (const { text } of right) expect(text).toBe(wanted.get(firstPath));

  const asked = [...wanted].flatMap((one) => [one, one, one]);
  const answers = await Promise.all(asked.map(([path]) => server.ask(path)));
  expect(answers.map(({ text }) => text)).toEqual(asked.map(([, text]) => text));

  const metrics = (await server.ask('/metrics')).text;
  const counted = /^adwarden_ads_answers_total\{outcome="ok"\} (\d+)$/m.exec(metrics)?.[1];
  expect(Number(counted)).toBe(right.length + answers.length);
});
