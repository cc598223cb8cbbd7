import { setTimeout as pause } from 'node:timers/promises';
import { appForm } from '@adwarden/contract/examples';
import { startPostgres } from '../deploy/programs/postgres.ts';
import { type Api, signIn } from './api.ts';
import { judge, log, type Verdict } from './report.ts';
import { startServer } from './server.ts';

const changes = 1000;
const mostMs = 10_000;
/** Within this time all of them are made. */
const aheadMs = 120_000;
const giveUpAfterMs = 60_000;
const atATime = 4;

async function totalOf(api: Api, name: 'getChangeRequests' | 'getChanges', query: object) {
  const answer = await api.call(name, { query: { pageSize: 1, ...query } });
  return (JSON.parse(String(answer)) as { total: number }).total;
}

/** Makes apps, each with a change that is due at `at`. */
async function schedule(api: Api, at: string): Promise<void> {
  for (let number = 0; number < changes / atATime; number += 1) {
    const body = { ...appForm, appName: `Scheduled ${number}` };
    const app = JSON.parse(String(await api.call('addApp', { body })));
    const request = { appID: app.data.appID, changes: { adsStatus: 'off' }, at };
    await api.call('createChangeRequest', { body: request });
  }
}

/** 1,000 scheduled changes that are due at one moment, on two nodes of which one is killed meanwhile. */
export async function measureScheduled(folders: [string, string]): Promise<Verdict[]> {
  const postgres = await startPostgres();
  const settings = { DATABASE_URL: postgres.url, SECRET_KEY: 'b'.repeat(64) };
  const killed = await startServer(folders[0], { settings });
  const left = await startServer(folders[1], { settings });
  const apis = await Promise.all(
    Array.from({ length: atATime }, (_, place) => signIn((place % 2 ? killed : left).port)),
  );
  const [api] = apis as [Api];
  try {
    const dueAt = Date.now() + aheadMs;
    const began = performance.now();
    await Promise.all(apis.map((each) => schedule(each, new Date(dueAt).toISOString())));
    log(`${changes} scheduled in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    const applied = () => totalOf(api, 'getChangeRequests', { state: 'applied' });
    await pause(dueAt - Date.now());
    while ((await applied()) === 0) await pause(5);
    killed.process.kill('SIGKILL');
    log(`a node was killed after ${await applied()}`);
    while ((await applied()) < changes && Date.now() < dueAt + giveUpAfterMs) await pause(50);
    const query = { sort: '-changedAt', pageSize: 1 };
    const newest = JSON.parse(String(await api.call('getChangeRequests', { query })));
    const lastMs = Date.parse(newest.data[0].changedAt) - dueAt;
    const written = await totalOf(api, 'getChanges', { entity: 'app', action: 'update' });
    const what = `${changes} scheduled changes, one of two nodes killed`;
    const unit = { unit: ' s', digits: 1 };
    return [
      judge(`${what}: the last one after`, lastMs / 1000, { atMost: mostMs / 1000 }, unit),
      judge(`${what}: applied`, await applied(), { atLeast: changes }),
      judge(`${what}: changes of apps`, written, { atMost: changes }),
    ];
  } finally {
    for (const each of apis) each.close();
    await left.stop();
    await postgres.remove();
  }
}
