import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { openLine } from '../../../deploy/programs/line.ts';
import { getRequest, openConnection } from '../../clients/answers.ts';
import { type Api, signIn } from '../../clients/api.ts';
import { formatTimes, halfOfPeak, startConstantLoad } from '../../clients/constant-rate.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import type { DataSets } from '../../data-sets/data-sets.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { median } from '../../measuring/statistics.ts';
import { processesOf } from '../../servers/processes.ts';
import { type Server, startServer } from '../../servers/server.ts';
import { endOf, makePreview, startBatch } from '../office/batches.ts';

/* The cost and the strength of the wall between ads and office (ADR 48, 49). */

const kills = 10;
const batchApps = 10_000;
const limits = { officeBackMs: 3_000, adsBackMs: 1_000, adsMs: 50, hopMs: 0.5, edgeMs: 5_000 };
const hop = { rounds: 5, requests: 1_500 };
const lostMs = 15_000;

const processOf = (server: Server, title: string) => processesOf(server.pid, title)[0];

/** Waits until `isSo` says yes; returns the milliseconds. */
async function until(isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - began > lostMs) throw new Error('It does not come back');
    await pause(5);
  }
  return performance.now() - began;
}

const statusOf = (port: number, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`).then(async (response) => {
    await response.arrayBuffer();
    return response.status;
  });

/** Adds apps one after the other; `stop` returns the IDs of those that were acknowledged. */
function startAdding(api: Api) {
  const acknowledged: string[] = [];
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      // An app that is refused or lost is not acknowledged, so it may be missing.
      const answer = await api.call('addApp', { body: sampleAppForm() }).catch(() => null);
      if (answer) acknowledged.push(JSON.parse(String(answer)).data.appID);
      await pause(20);
    }
  })();
  return async () => {
    isOver = true;
    await running;
    return acknowledged;
  };
}

/** Starts a batch that would change an app again if it were applied twice; `end` returns how often it was, per app. */
async function startCounting(api: Api, appIDs: string[]) {
  const change = { replaceInAdUnits: { find: '/', with: '/1' } };
  const batch = await startBatch(api, await makePreview(api, { appIDs }, change));
  return async () => {
    const { changed } = await endOf(api, batch);
    const query = { batch: batch.id, page: 1, pageSize: 1 };
    const { total } = JSON.parse(String(await api.call('getChanges', { query })));
    return { changed, applied: total as number };
  };
}

/** Kills the office again and again, while phones and an administrator ask. A failed ads request ends the load with an error. */
async function killOffice(server: Server, data: DataSet): Promise<Verdict[]> {
  const rate = await halfOfPeak(server, data.urlsFile);
  const ads = await startConstantLoad(server.port, data.urlsFile, rate);
  const api = await signIn(server.port);
  const endBatch = await startCounting(api, data.appIDs.slice(0, batchApps));
  const stopAdding = startAdding(api);
  const back: number[] = [];
  ads.reset();
  for (let kill = 1; kill <= kills; kill += 1) {
    process.kill(processOf(server, 'adwarden office'), 'SIGKILL');
    const path = pathOf(calls.getCategory);
    await until(async () => (await statusOf(server.port, path)) === 503);
    back.push(await until(async () => (await statusOf(server.port, path)) === 401));
    await pause(2_500);
  }
  const times = await ads.window();
  await ads.end();
  const acknowledged = await stopAdding();
  const { changed, applied } = await endBatch();
  const stored = new Set(
    JSON.parse(String(await api.call('getAllApp'))).data.map(
      ({ appID }: { appID: string }) => appID,
    ),
  );
  api.close();
  const lost = acknowledged.filter((appID) => !stored.has(appID)).length;
  log(`${kills} kills: ads ${formatTimes(times)} at ${rate}/s; ${acknowledged.length} writes`);
  return [
    judge(
      'the office killed ten times: longest ads answer',
      times.max,
      { atMost: limits.adsMs },
      { unit: ' ms', detail: `no failed one; p99 ${times.p99.toFixed(1)} ms` },
    ),
    judge(
      'the office killed ten times: serves again',
      Math.max(...back),
      { atMost: limits.officeBackMs },
      { unit: ' ms' },
    ),
    judge(
      'the office killed ten times: acknowledged writes lost',
      lost,
      { atMost: 0 },
      { detail: `of ${acknowledged.length}` },
    ),
    judge(
      'the office killed ten times: apps that a batch did not change exactly once',
      Math.abs(batchApps - changed) + Math.abs(changed - applied),
      { atMost: 0 },
      { detail: `of ${batchApps.toLocaleString('en')}` },
    ),
  ];
}

/** Kills the only ads process; connections wait for the next one. */
async function killAds(server: Server, data: DataSet): Promise<Verdict> {
  const path = readFileSync(data.urlsFile, 'utf8').split('\n', 1)[0] as string;
  const waits: number[] = [];
  for (let kill = 1; kill <= 5; kill += 1) {
    process.kill(processOf(server, 'adwarden ads'), 'SIGKILL');
    await pause(20);
    const began = performance.now();
    // A refused connection throws here.
    const { socket, send } = await openConnection(server.port, () => answered());
    let answered = () => {};
    await new Promise<void>((resolve, reject) => {
      answered = resolve;
      socket.once('error', reject).once('close', reject);
      send(getRequest(path));
    });
    waits.push(performance.now() - began);
    socket.removeAllListeners('close').destroy();
    await pause(2_500);
  }
  return judge(
    'the only ads process killed: the next answer',
    Math.max(...waits),
    { atMost: limits.adsBackMs },
    { unit: ' ms', detail: 'five kills, no connection refused' },
  );
}

/** Makes one call in two ways, in turns: through an ads process, and directly at the office's socket. */
async function measureHop(server: Server): Promise<Verdict> {
  const environment = readFileSync(`/proc/${server.office}/environ`, 'utf8').split('\0');
  const socketPath =
    environment.find((text) => text.startsWith('ADWARDEN_OFFICE_SOCKET='))?.split('=')[1] ?? '';
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (place: { port: number } | { socketPath: string }) =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now();
      request({ ...place, agent, path: pathOf(calls.getCategory) }, (response) => {
        response.resume().once('end', () => resolve(performance.now() - began));
      })
        .once('error', reject)
        .end();
    });
  const gains: number[] = [];
  for (let round = 0; round < hop.rounds; round += 1) {
    const times = { hop: [] as number[], direct: [] as number[] };
    for (let index = 0; index < hop.requests; index += 1) {
      times.hop.push(await ask({ port: server.port }));
      times.direct.push(await ask({ socketPath }));
    }
    gains.push(median(times.hop) - median(times.direct));
    log(`hop: ${median(times.hop).toFixed(2)} ms, direct ${median(times.direct).toFixed(2)} ms`);
  }
  agent.destroy();
  return judge(
    'a request passed on to the office: added time (p50)',
    median(gains),
    { atMost: limits.hopMs },
    { unit: ' ms', digits: 2 },
  );
}

/** Measures the start of an edge: a new edge gets all records; one that was away gets the changes. */
async function measureEdge(sets: DataSets, data: DataSet): Promise<Verdict[]> {
  const key = Buffer.alloc(32, 3).toString('base64');
  const office = await startServer(data.dataDir, { settings: { EDGE_KEYS: key } });
  const line = await openLine(office.port);
  const folder = sets.folder('new-edge');
  const settings = { ROLE: 'ads', OFFICE_URL: line.url, EDGE_KEY: key, EDGE_NAME: 'bench' };
  const start = () => startServer(folder, { settings });
  const edge = await start();
  const whole = line.carried();
  const ready = edge.startMs;
  // The edge writes its last good ads.
  await pause(10_000);
  await edge.stop();
  const api = await signIn(office.port);
  for (const id of data.appIDs.slice(0, 20))
    await api.call('updateApp', { id, body: { appName: 'Away' } });
  api.close();
  const before = line.carried();
  const again = await start();
  const since = line.carried() - before;
  await again.stop();
  line.close();
  await office.stop();
  return [
    judge(
      'a new edge: from its start until it has 100,000 records',
      ready,
      { atMost: limits.edgeMs },
      { unit: ' ms', detail: `${(whole / 1e6).toFixed(1)} MB` },
    ),
    judge(
      'an edge that was away during 20 changes: share of the records that it gets',
      (100 * since) / whole,
      { atMost: 1 },
      {
        unit: ' %',
        digits: 2,
        detail: `${(since / 1e3).toFixed(0)} kB, ready after ${again.startMs.toFixed(0)} ms`,
      },
    ),
  ];
}

/** Measures all of it with 100,000 apps. */
export async function measurePlanes(sets: DataSets): Promise<Verdict[]> {
  const data = await sets.many();
  const server = await startServer(data.dataDir);
  const verdicts = [
    await measureHop(server),
    await killAds(server, data),
    ...(await killOffice(server, data)),
  ];
  await server.stop();
  return [...verdicts, ...(await measureEdge(sets, data))];
}
