import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallName } from '@adwarden/contract/calls';
import { startPostgres } from '../../../deploy/programs/postgres.ts';
import { type Api, apiOf, signIn } from '../../clients/api.ts';
import { load } from '../../clients/driver.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import { type DataSets, timed } from '../../data-sets/data-sets.ts';
import { type TrafficData, withTraffic } from '../../data-sets/traffic-data.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { samplesOf, startSampled } from '../../measuring/samples.ts';
import { percentile } from '../../measuring/statistics.ts';
import { metricsToken, type Server, startServer } from '../../servers/server.ts';
import { vacuumPostgres } from '../../servers/settled-postgres.ts';
import { moveToPostgres } from '../ads/spread.ts';

const most = { countingShare: 0.03, writtenSeconds: 10, answerMs: 300 };
const seconds = { warming: 10, sampling: 25 };
/** With fewer calls, the p95 would be the slowest one. That is the first one, which reads from the disk. */
const repeats = 40;
/** The hours that a page shows by default: 48, and the hour that is not over. */
const hours = 49;
const dayMs = 86_400_000;

/** Returns how many answers with ads a server has given since its start. */
async function answered({ port }: Server): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  const [, count = '0'] = /adwarden_ads_answers_total\{outcome="ok"\} (\d+)/.exec(text) ?? [];
  return Number(count);
}

/** Returns how many requests the database has counted. */
function counted(dataDir: string): number {
  const file = new DatabaseSync(join(dataDir, 'adwarden.db'), { readOnly: true });
  try {
    const sum = file.prepare(`select sum(requests) as sum from app_usage_hour where "appID" = '*'`);
    return Number(sum.get()?.sum ?? 0);
  } finally {
    file.close();
  }
}

/**
 * Measures the share of an answer's processor time that counting takes, by samples of the thread that answers at full load, and
 * the time from the last answer until all are counted in the database.
 */
async function measureCounting(data: DataSet): Promise<Verdict[]> {
  const before = counted(data.dataDir);
  const server = await startSampled(data);
  const all = seconds.warming + seconds.sampling + 5;
  const loaded = load(server, data.urlsFile, all, { core: 'driver' });
  await pause(seconds.warming * 1000);
  const { working, counting } = await samplesOf(server, seconds.sampling);
  const { perSecond } = await loaded;
  const ended = performance.now();
  const answers = before + (await answered(server));
  while (counted(data.dataDir) < answers && performance.now() - ended < 60_000) await pause(100);
  const written = (performance.now() - ended) / 1000;
  await server.stop();
  // A renamed file must not look like counting that costs nothing.
  if (counting === 0) throw new Error('No sample shows that a request was counted');
  const share = (100 * counting) / working;
  return [
    judge(
      'counting, 100,000 apps: share of an answer',
      share,
      { atMost: 100 * most.countingShare },
      { unit: ' %', digits: 2, detail: `${counting} of ${working} samples` },
    ),
    judge(
      'from an answer until it is counted',
      written,
      { atMost: most.writtenSeconds },
      { unit: ' s', digits: 1, detail: `after ${perSecond.toFixed(0)} answers a second` },
    ),
  ];
}

type Asked = { call: CallName; id?: string; query: Record<string, string> };

async function timesOf(api: Api, { call, ...request }: Asked): Promise<number[]> {
  const times: number[] = [];
  for (let again = 0; again < repeats; again += 1) {
    const began = performance.now();
    await api.call(call, request);
    times.push(performance.now() - began);
  }
  return times;
}

/** Asks all calls about traffic, one after the other, over loopback. The verdict is the slowest p95 of them. */
async function measureAnswers(name: string, server: Server, data: TrafficData): Promise<Verdict> {
  const admin = await signIn(server.port);
  const from = new Date(Date.now() - 89 * dayMs).toISOString().slice(0, 10);
  const ofAll = (query: Record<string, string>): Asked => ({ call: 'getTraffic', query });
  const ofApps = data.appIDs.slice(0, 3).flatMap((id): Asked[] => [
    { call: 'getAppTraffic', id, query: { from } },
    { call: 'getAppTraffic', id, query: { step: 'hour' } },
  ]);
  const own = [ofAll({ from }), ofAll({}), ofAll({ step: 'hour' })];
  const compared: Asked = { call: 'compareTraffic', query: { days: '7' } };
  const people = [
    { who: 'an administrator', api: admin, asks: [...own, ...ofApps, compared] },
    ...data.owners.map(({ name: who, bearer }) => {
      return { who, api: apiOf(server.port, bearer), asks: [...own, compared] };
    }),
  ];
  const all: number[] = [];
  for (const { who, api, asks } of people) {
    for (const asked of asks) {
      const times = await timesOf(api, asked);
      const p95 = percentile(times, 0.95);
      const question = `${who}, ${asked.call} ${JSON.stringify(asked.query)}`;
      const slowest = Math.max(...times).toFixed(0);
      log(`${name}: ${question}: p95 ${p95.toFixed(0)} ms, slowest ${slowest} ms`);
      all.push(p95);
    }
    api.close();
  }
  const label = `${name}, 100,000 apps, 90 days: p95 of a call about traffic`;
  const detail = `the slowest of ${all.length} questions`;
  return judge(label, Math.max(...all), { atMost: most.answerMs }, { unit: ' ms', detail });
}

/** Waits until the server has compared yesterday with earlier weeks. Logs how long that took. */
async function untilCompared(server: Server): Promise<void> {
  const began = performance.now();
  const api = await signIn(server.port);
  for (;;) {
    const answer = JSON.parse(String(await api.call('compareTraffic')));
    if (answer.data.computedAt !== null) break;
    if (performance.now() - began > 300_000) throw new Error('Yesterday is not compared');
    await pause(500);
  }
  api.close();
  log(`yesterday compared ${((performance.now() - began) / 1000).toFixed(0)} s after the start`);
}

/** Measures the cost of counting, the delay until it is written, and the time of questions about it on both databases. */
export async function measureTraffic(sets: DataSets): Promise<Verdict[]> {
  const many = await sets.many();
  const verdicts = await measureCounting(many);
  const data = await timed('traffic of 90 days', () =>
    withTraffic(many, sets.folder('traffic'), hours),
  );
  const server = await startServer(data.dataDir);
  await untilCompared(server);
  verdicts.push(await measureAnswers('SQLite', server, data));
  await server.stop();
  const postgres = await startPostgres();
  try {
    const [node] = await moveToPostgres(data, postgres.url, [sets.folder('traffic-node')]);
    await vacuumPostgres(postgres.url);
    verdicts.push(await measureAnswers('PostgreSQL', node as Server, data));
    await node?.stop();
  } finally {
    await postgres.remove();
  }
  return verdicts;
}
