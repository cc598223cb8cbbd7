import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../../deploy/programs/postgres.ts';
import { getRequest, openConnection } from '../../clients/answers.ts';
import { type Api, signIn } from '../../clients/api.ts';
import { type Load, load } from '../../clients/driver.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import type { DataSets } from '../../data-sets/data-sets.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { costOf } from '../../measuring/rounds.ts';
import { median, percentile } from '../../measuring/statistics.ts';
import { watchStolenTime } from '../../measuring/stolen.ts';
import { type Server, startServer } from '../../servers/server.ts';
import { vacuumPostgres } from '../../servers/settled-postgres.ts';
import { moveToPostgres } from '../ads/spread.ts';

const turns = 100;
/** The most processor time that other machines may take in a turn. With more, the turn is repeated, at most so many times. */
const mostStolen = 0.05;
const mostRepeated = 50;
const mostMs = 250;
/** Connections to each port, so that every worker has some. */
const watchers = 8;
const betweenMs = 5;
/** The wait after which an old answer that no watcher has seen again is gone. */
const goneAfterMs = 600;
const lostMs = 10_000;
const mostCost = 1.25;
const costRounds = 6;
const seconds = { warming: 5, turn: 4 };

/** Pauses all ads and returns the pause's id; `resume` ends it. */
async function pauseAll(api: Api): Promise<string> {
  const body = { scope: 'all', reason: 'Measured' } as const;
  return JSON.parse(String(await api.call('startPause', { body }))).data.id;
}
const resume = (api: Api, id: string) => api.call('endPause', { id, body: {} });

/** Requests one app's ads on many connections to every node, and keeps the time of the last answer of each kind. */
async function watchAds(nodes: Server[], url: string) {
  const last = { on: 0, paused: 0 };
  let hasEnded = false;
  const request = getRequest(url);
  const ports = nodes.flatMap(({ port }) => Array.from({ length: watchers }, () => port));
  const connections = await Promise.all(
    ports.map(async (port) => {
      const connection = await openConnection(port, async (_, body) => {
        last[body.includes('"reason":"paused"') ? 'paused' : 'on'] = performance.now();
        await pause(betweenMs);
        if (!hasEnded) connection.send(request);
      });
      connection.send(request);
      return connection;
    }),
  );
  return {
    /** Returns how long after `since` the last answer of a kind was received, in milliseconds; 0 when none was. */
    async untilGone(kind: keyof typeof last, since: number): Promise<number> {
      const quietSince = () => Math.max(last[kind], since);
      while (performance.now() - quietSince() < goneAfterMs) {
        if (performance.now() - since > lostMs) throw new Error(`${kind} does not end`);
        await pause(betweenMs);
      }
      return quietSince() - since;
    },
    end() {
      hasEnded = true;
      for (const { socket } of connections) socket.destroy();
    },
  };
}

/** Finds an app whose ads are on for everybody. */
async function servedApp({ port }: Server, urls: string[]): Promise<string> {
  for (const url of urls.slice(0, 1000)) {
    const answer = await (await fetch(`http://127.0.0.1:${port}${url}`)).text();
    if (answer.includes('"caller":null,"reason":null')) return url;
  }
  throw new Error('No app has its ads on for everybody');
}

/** Pauses and resumes all ads again and again, while every node gets as many requests as it answers. */
async function measureSpeed(name: string, nodes: Server[], data: DataSet): Promise<Verdict[]> {
  const [first] = nodes as [Server];
  const urls = readFileSync(data.urlsFile, 'utf8').trimEnd().split('\n');
  const api = await signIn(first.port);
  const watch = await watchAds(nodes, await servedApp(first, urls));
  const times = { pause: [] as number[], resume: [] as number[] };
  const turnMs = 2 * (goneAfterMs + mostMs);
  const duration = seconds.warming + Math.ceil(((turns + mostRepeated) * turnMs) / 1000);
  const loads = nodes.map((node) => load(node, data.urlsFile, duration));
  await pause(seconds.warming * 1000);
  let repeated = 0;
  for (let turn = 0; turn < turns; ) {
    const stolen = watchStolenTime();
    const id = await pauseAll(api);
    const paused = await watch.untilGone('on', performance.now());
    await resume(api, id);
    const resumed = await watch.untilGone('paused', performance.now());
    const share = stolen();
    if (Math.max(paused, resumed) > mostMs) {
      const times = `${paused.toFixed(0)} and ${resumed.toFixed(0)} ms`;
      log(`turn ${turn}: ${times}, other machines took ${(100 * share).toFixed(0)} %`);
    }
    // The pauses must not be in step with regular work of the nodes.
    await pause((turn * 37) % 100);
    if (share > mostStolen && repeated < mostRepeated) {
      repeated += 1;
      continue;
    }
    times.pause.push(paused);
    times.resume.push(resumed);
    turn += 1;
  }
  watch.end();
  const found = await Promise.all(loads);
  api.close();
  log(`${name}: ${repeated} turns repeated, because other machines took processor time`);
  log(`${name}: ads ${found.map(({ perSecond }) => perSecond.toFixed(0)).join(' and ')}/s`);
  return (['pause', 'resume'] as const).map((what) => {
    const detail = `p50 ${median(times[what]).toFixed(0)}, longest ${Math.max(...times[what]).toFixed(0)} ms`;
    return judge(
      `${name}: ${what} of 100,000 apps, p99 from its answer to the last old answer`,
      percentile(times[what], 0.99),
      { atMost: mostMs },
      { unit: ' ms', digits: 0, detail },
    );
  });
}

/** Compares the processor time of paused answers with that of the usual ones, in turns on one server. */
async function measureCost(data: DataSet): Promise<Verdict> {
  const server = await startServer(data.dataDir, { core: 'server' });
  const api = await signIn(server.port);
  const loaded = (duration: number) => load(server, data.urlsFile, duration, { core: 'driver' });
  await loaded(2 * seconds.warming);
  const ratios: number[] = [];
  for (let round = 1; round <= costRounds; round += 1) {
    const usual: Load = await loaded(seconds.turn);
    const id = await pauseAll(api);
    const paused = await loaded(seconds.turn);
    await resume(api, id);
    ratios.push(costOf(paused) / costOf(usual));
    log(
      `round ${round}: usual ${costOf(usual).toFixed(1)}, paused ${costOf(paused).toFixed(1)} µs`,
    );
  }
  api.close();
  await server.stop();
  const label = 'a paused answer: processor time / usual answer';
  return judge(label, median(ratios), { atMost: mostCost }, { digits: 3 });
}

/** Measures how fast a pause of everything is in all answers, and the cost of a paused answer. */
export async function measurePauses(sets: DataSets): Promise<Verdict[]> {
  const data = await sets.many();
  const workers = await startServer(data.dataDir, { settings: { WORKERS: '2' } });
  const verdicts = await measureSpeed('SQLite, two workers', [workers], data);
  await workers.stop();
  verdicts.push(await measureCost(data));
  const postgres = await startPostgres();
  try {
    const folders = [sets.folder('pauses-1'), sets.folder('pauses-2')];
    const nodes = await moveToPostgres(data, postgres.url, folders);
    await vacuumPostgres(postgres.url);
    verdicts.push(...(await measureSpeed('PostgreSQL, two nodes', nodes, data)));
    await Promise.all(nodes.map((node) => node.stop()));
  } finally {
    await postgres.remove();
  }
  return verdicts;
}
