import { setTimeout as pause } from 'node:timers/promises';
import { type Api, signIn } from './api.ts';
import type { DataSet } from './data-set.ts';
import { load } from './driver.ts';
import { judge, log, type Verdict } from './report.ts';
import { startServer } from './server.ts';
import { median, percentile } from './statistics.ts';

const saves = 300;
const pauseMs = 50;
const mostMs = 250;
/** The load begins earlier and ends later than the saves. */
const margin = { beforeMs: 3000, afterSeconds: 5 };

/** Saves an app again and again, with a pause between two saves; answers the milliseconds that each took. */
async function timesOfSaves(api: Api, appIDs: string[]): Promise<number[]> {
  const mark = Date.now().toString(36);
  const times: number[] = [];
  for (let index = 0; index < saves; index += 1) {
    const id = appIDs[(index * 97) % appIDs.length] as string;
    const began = performance.now();
    await api.call('updateApp', { id, body: { appName: `Saved ${mark} ${index}` } });
    times.push(performance.now() - began);
    await pause(pauseMs);
  }
  return times;
}

/** How long a save takes while ads are requested as fast as the server answers, so that no core is free. */
export async function measureSaves(data: DataSet): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [name, workers] of [
    ['one process', '1'],
    ['two workers', '2'],
  ] as const) {
    const server = await startServer(data.dataDir, { settings: { WORKERS: workers } });
    const api = await signIn(server.port);
    const seconds = Math.ceil((saves * (pauseMs + mostMs)) / 1000) + margin.afterSeconds;
    const ads = load(server, data.urlsFile, seconds);
    await pause(margin.beforeMs);
    const times = await timesOfSaves(api, data.appIDs);
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
