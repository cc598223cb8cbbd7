import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, expect, test } from 'vitest';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* A server is killed while calls with an Idempotency-Key are on their way (ADR 90). */

const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-repeats-kill-'));
const environment = { DATA_DIR: dataDir, WRITES_PER_MINUTE: '100000' };

afterAll(() => {
  killServers();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Adds the app of a name, which is its key as well; returns its id. */
async function add({ address }: ServerProcess, as: string, name: string): Promise<string> {
  const response = await fetch(address + calls.addApp.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${as}`,
      'content-type': 'application/json',
      'idempotency-key': name,
    },
    body: JSON.stringify(sampleAppForm({ appName: name })),
  });
  const answer = (await response.json()) as { data: { appID: string } };
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer.data.appID;
}

test('whoever sends all calls again afterwards has each app once', async () => {
  const first = await startServer(environment);
  const as = await first.signIn();
  const sent: string[] = [];
  const answered = new Map<string, string>();
  const write = async (writer: number) => {
    for (let turn = 0; ; turn += 1) {
      const name = `writer-${writer}-app-${turn}`;
      sent.push(name);
      answered.set(name, await add(first, as, name));
    }
  };
  const writers = Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map(write));
  while (answered.size < 40) await pause(5);
  await first.kill();
  await writers;
  expect(sent.length, 'some were not answered').toBeGreaterThan(answered.size);

  const second = await startServer(environment);
  const again = await second.signIn();
  for (const name of sent) {
    const appID = await add(second, again, name);
    if (answered.has(name)) expect(appID).toBe(answered.get(name));
  }
  const list = await second.ask(calls.getAllApp.path, { as: again });
  const names = list.body.data.map(({ appName }: { appName: string }) => appName);
  expect(names.sort()).toEqual(sent.sort());
});
