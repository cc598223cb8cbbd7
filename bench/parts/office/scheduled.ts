import { setTimeout as pause } from 'node:timers/promises';
import { appForm } from '@adwarden/contract/examples';
import { startPostgres } from '../../../deploy/programs/postgres.ts';
import { type Api, signIn } from '../../clients/api.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { startServer } from '../../servers/server.ts';

const changes = 1000;
const mostMs = 10_000;
/** The changes take about as long to make as their apps. They are due after twice that time and this one. */
const marginMs = 10_000;
const giveUpAfterMs = 60_000;
const atATime = 4;

/** Changes that are due one after the other, and how late each may be. */
const singles = 20;
const betweenSinglesMs = 730;
const mostLateMs = 2000;

async function totalOf(api: Api, name: 'getChangeRequests' | 'getChanges', query: object) {
  const answer = await api.call(name, { query: { pageSize: 1, ...query } });
  return (JSON.parse(String(answer)) as { total: number }).total;
}

/** Makes a share of the apps and answers their app IDs. */
async function addApps(api: Api, place: number): Promise<string[]> {
  const appIDs: string[] = [];
  for (let number = 0; number < changes / atATime; number += 1) {
    const packageName = `com.harbour.scheduled${place}n${number}`;
    const body = { ...appForm, appName: `Scheduled ${number}`, packageName };
    appIDs.push(JSON.parse(String(await api.call('addApp', { body }))).data.appID);
  }
  return appIDs;
}

/** Schedules a change of each app. */
async function schedule(api: Api, appIDs: string[], at: string): Promise<void> {
  for (const appID of appIDs) {
    const body = { appID, changes: { adsStatus: 'off' }, at } as const;
    await api.call('createChangeRequest', { body });
  }
}

/** Schedules 20 changes for different times. Returns how late the latest one was applied, in milliseconds. */
async function latestOf(api: Api, appIDs: string[]): Promise<number> {
  const first = Date.now() + marginMs;
  const due = appIDs.slice(0, singles).map((appID, place) => {
    return { appID, at: first + place * betweenSinglesMs };
  });
  for (const { appID, at } of due) {
    const body = { appID, changes: { adsStatus: 'on' }, at: new Date(at).toISOString() } as const;
    await api.call('createChangeRequest', { body });
  }
  await pause(first + singles * betweenSinglesMs + 2 * mostLateMs - Date.now());
  const query = { sort: '-changedAt', pageSize: singles, state: 'applied' } as const;
  const { data } = JSON.parse(String(await api.call('getChangeRequests', { query }))) as {
    data: { appID: string; at: string; changedAt: string }[];
  };
  const late = due.map(({ appID, at }) => {
    const request = data.find((one) => one.appID === appID && Date.parse(one.at) === at);
    return request ? Date.parse(request.changedAt) - at : Number.POSITIVE_INFINITY;
  });
  return Math.max(...late);
}

/** 1,000 scheduled changes that are due at one moment, on two nodes of which one is killed meanwhile. */
export async function measureScheduled(folders: [string, string]): Promise<Verdict[]> {
  const postgres = await startPostgres();
  const settings = { DATABASE_URL: postgres.url, SECRET_KEY: 'b'.repeat(64) };
  const killed = await startServer(folders[0], { settings });
  const left = await startServer(folders[1], { settings });
  // One half of the connections goes to each node.
  const apis = await Promise.all(
    Array.from({ length: atATime }, (_, index) => {
      const node = index % 2 === 0 ? left : killed;
      return signIn(node.port);
    }),
  );
  const [api] = apis as [Api];
  try {
    const began = Date.now();
    const shares = await Promise.all(apis.map(addApps));
    const dueAt = Date.now() + 2 * (Date.now() - began) + marginMs;
    const at = new Date(dueAt).toISOString();
    await Promise.all(apis.map((each, place) => schedule(each, shares[place] ?? [], at)));
    log(`${changes} apps and their changes made in ${((Date.now() - began) / 1000).toFixed(1)} s`);
    const applied = () => totalOf(api, 'getChangeRequests', { state: 'applied' });
    await pause(dueAt - Date.now());
    while ((await applied()) === 0) await pause(5);
    killed.process.kill('SIGKILL');
    log(`a node was killed after ${await applied()}`);
    while ((await applied()) < changes && Date.now() < dueAt + giveUpAfterMs) await pause(50);
    const query = { sort: '-changedAt', pageSize: 1 } as const;
    const newest = JSON.parse(String(await api.call('getChangeRequests', { query })));
    const lastMs = Date.parse(newest.data[0].changedAt) - dueAt;
    const written = await totalOf(api, 'getChanges', { entity: 'app', action: 'update' });
    const all = await applied();
    const latestMs = await latestOf(api, shares[0] ?? []);
    const what = `${changes} scheduled changes, one of two nodes killed`;
    const unit = { unit: ' s', digits: 1 };
    return [
      judge(`${what}: the last one after`, lastMs / 1000, { atMost: mostMs / 1000 }, unit),
      judge(`${what}: applied`, all, { atLeast: changes }),
      judge(`${what}: changes of apps`, written, { atMost: changes }),
      judge(
        `${singles} scheduled changes, one by one: the latest`,
        latestMs,
        { atMost: mostLateMs },
        { unit: ' ms', digits: 0 },
      ),
    ];
  } finally {
    for (const each of apis) each.close();
    await left.stop();
    await postgres.remove();
  }
}
