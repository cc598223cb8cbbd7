import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../../deploy/programs/postgres.ts';
import { signIn } from '../../clients/api.ts';
import { formatTimes, halfOfPeak, startConstantLoad } from '../../clients/constant-rate.ts';
import { load } from '../../clients/driver.ts';
import { timesOfSaves } from '../../clients/timed-saves.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import type { DataSets } from '../../data-sets/data-sets.ts';
import { judge, judgeGoal, log, type Verdict } from '../../measuring/report.ts';
import { median, percentile } from '../../measuring/statistics.ts';
import { type Server, startServer } from '../../servers/server.ts';
import { moveToPostgres } from '../ads/spread.ts';

const saves = 300;
const runs = 3;
const someSaves = { pauseMs: 50, goesOn: (count: number) => count < saves };
/** Milliseconds, p99: while ads are requested at half of the peak, and as fast as the server answers. */
const goals = { sqlite: 150, postgres: 250 };
const mostMs = 250;
/** The load begins earlier and ends later than the saves. */
const margin = { beforeMs: 3000, afterSeconds: 5 };

/** Measures the time of a save while ads are requested at half of the peak. */
async function atHalfOfPeak(
  name: string,
  server: Server,
  data: DataSet,
  goal: number,
): Promise<Verdict> {
  const rate = await halfOfPeak(server, data.urlsFile);
  const api = await signIn(server.port);
  const ads = await startConstantLoad(server.port, data.urlsFile, rate);
  ads.reset();
  const found: number[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const times = await timesOfSaves(api, data.appIDs, someSaves);
    found.push(percentile(times, 0.99));
    log(
      `${name}: p50 ${median(times).toFixed(0)}, p99 ${found.at(-1)?.toFixed(0)} ms; ` +
        `ads meanwhile ${formatTimes(await ads.window())}`,
    );
  }
  await ads.end();
  api.close();
  return judgeGoal(`a save while ads are at half of the peak, ${name}: p99`, found, goal, {
    detail: `${rate}/s`,
  });
}

/** Measures the time of a save while ads are requested as fast as the server answers, so that no core is free. */
async function whileSaturated(data: DataSet): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [name, workers] of [
    ['one process', '1'],
    ['two workers', '2'],
  ] as const) {
    const server = await startServer(data.dataDir, { settings: { WORKERS: workers } });
    const api = await signIn(server.port);
    const seconds = Math.ceil((saves * (someSaves.pauseMs + mostMs)) / 1000) + margin.afterSeconds;
    const ads = load(server, data.urlsFile, seconds);
    await pause(margin.beforeMs);
    const times = await timesOfSaves(api, data.appIDs, someSaves);
    const { perSecond, serverShare } = await ads;
    api.close();
    await server.stop();
    log(`${name}: ads ${perSecond.toFixed(0)}/s, ${serverShare?.toFixed(2)} cores of the server`);
    const detail = `p50 ${median(times).toFixed(0)}, longest ${Math.max(...times).toFixed(0)} ms`;
    verdicts.push(
      judge(
        `a save while ads saturate all cores, ${name}: p99`,
        percentile(times, 0.99),
        { atMost: mostMs },
        { unit: ' ms', digits: 0, detail },
      ),
    );
  }
  return verdicts;
}

/** Measures the time of a save beside ads, on both databases. */
export async function measureSaves(sets: DataSets): Promise<Verdict[]> {
  const data = await sets.many();
  const own = await startServer(data.dataDir);
  const verdicts = [await atHalfOfPeak('SQLite', own, data, goals.sqlite)];
  await own.stop();
  verdicts.push(...(await whileSaturated(data)));
  const postgres = await startPostgres();
  try {
    const [node] = await moveToPostgres(data, postgres.url, [sets.folder('saves-node')]);
    if (!node) throw new Error('There is no node');
    verdicts.push(await atHalfOfPeak('PostgreSQL', node, data, goals.postgres));
    await node.stop();
    return verdicts;
  } finally {
    await postgres.remove();
  }
}
