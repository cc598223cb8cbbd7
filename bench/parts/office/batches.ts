import { cpSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Batch, BatchPreview } from '@adwarden/contract/batches/batches';
import { startPostgres } from '../../../deploy/programs/postgres.ts';
import { type Api, signIn } from '../../clients/api.ts';
import { formatTimes, quarterOfPeak, startConstantLoad } from '../../clients/constant-rate.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import type { DataSets } from '../../data-sets/data-sets.ts';
import { withoutRun } from '../../measuring/judged.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { median, percentile } from '../../measuring/statistics.ts';
import { watchMemory } from '../../servers/processes.ts';
import { type Server, startServer } from '../../servers/server.ts';
import { settlePostgres } from '../../servers/settled-postgres.ts';
import { makeVariant } from '../../tricks/variant.ts';
import { moveToPostgres } from '../ads/spread.ts';

const most = {
  preview: 10,
  some: 20,
  all: 240,
  megabytes: 100,
  riseMs: 3,
  saveMs: 250,
};
const someApps = 10_000;
const windows = 8;
const windowMs = 2000;
const betweenSavesMs = 100;
const giveUpAfterMs = 900_000;

const s = { unit: ' s', digits: 1 };
const mb = { unit: ' MB', digits: 0 };
const ms = { unit: ' ms', digits: 1 };
const secondsSince = (began: number) => (performance.now() - began) / 1000;

async function ask<T>(api: Api, ...call: Parameters<Api['call']>): Promise<T> {
  return JSON.parse(String(await api.call(...call))).data as T;
}

export const makePreview = (api: Api, select: object, change: object) =>
  ask<BatchPreview>(api, 'previewBatch', { body: { select, change } });

export const startBatch = async (api: Api, { previewID }: BatchPreview): Promise<Batch> =>
  (await ask<{ batch: Batch }>(api, 'startBatch', { body: { previewID } })).batch;

/** Waits until a batch has ended, and returns it. */
export async function endOf(api: Api, started: Batch): Promise<Batch> {
  const began = performance.now();
  let batch = started;
  while (batch.state === 'running') {
    if (performance.now() - began > giveUpAfterMs) throw new Error('The batch does not end');
    await pause(200);
    ({ batch } = await ask<{ batch: Batch }>(api, 'getBatch', { id: batch.id }));
  }
  return batch;
}

const carryOut = async (api: Api, preview: BatchPreview): Promise<Batch> =>
  endOf(api, await startBatch(api, preview));

/** Saves one app after the other, with pauses, as other people do. `end` returns the time of each save in milliseconds. */
function saveMeanwhile(api: Api, appIDs: string[]) {
  const times: number[] = [];
  let hasEnded = false;
  const running = (async () => {
    for (let index = 0; !hasEnded; index += 1) {
      const id = appIDs[index % appIDs.length] as string;
      const began = performance.now();
      await api.call('updateApp', { id, body: { note: `Saved ${began}` } });
      times.push(performance.now() - began);
      await pause(betweenSavesMs);
    }
  })();
  return {
    async end(): Promise<number[]> {
      hasEnded = true;
      await running;
      return times;
    },
  };
}

/** Measures the time of a preview, and its peak of memory. */
async function measurePreview(what: string, server: Server, api: Api): Promise<Verdict[]> {
  const change = {
    set: { note: 'Measured' },
    replaceInAdUnits: { find: 'ca-app', with: 'cb-app' },
  };
  // The first preview warms the caches of the database up.
  await makePreview(api, { where: { adsStatus: 'off' } }, change);
  const moreMemory = watchMemory(server.office);
  const began = performance.now();
  const { total } = await makePreview(api, { where: {} }, change);
  const took = secondsSince(began);
  return [
    judge(
      `${what}: preview of ${total.toLocaleString('en')} apps`,
      took,
      { atMost: most.preview },
      s,
    ),
    judge(`${what}: memory of the preview`, moreMemory(), { atMost: most.megabytes }, mb),
  ];
}

/** Measures the time of a batch, alone. */
async function measureSome(what: string, api: Api, appIDs: string[]): Promise<Verdict[]> {
  // The new publisher ids and ad units are as long as they must be.
  const change = { replaceInAdUnits: { find: '0', with: '1' } };
  const preview = await makePreview(api, { appIDs: appIDs.slice(0, someApps) }, change);
  const began = performance.now();
  const { changed, failed, skipped } = await carryOut(api, preview);
  const detail = `${changed} changed, ${skipped} skipped, ${failed} failed`;
  const name = `${what}: another publisher in ${someApps.toLocaleString('en')} apps`;
  return [judge(name, secondsSince(began), { atMost: most.some }, { ...s, detail })];
}

/** Measures a batch over all apps, while ads are requested at a quarter of the peak and other people save. */
async function measureAll(
  what: string,
  server: Server,
  api: Api,
  data: DataSet,
): Promise<Verdict[]> {
  const rate = await quarterOfPeak(server, data.urlsFile);
  const ads = await startConstantLoad(server.port, data.urlsFile, rate);
  const others = await signIn(server.port);
  async function p99s(isOver: (windows: number) => boolean): Promise<number[]> {
    const found: number[] = [];
    while (!isOver(found.length)) {
      ads.reset();
      await pause(windowMs);
      const times = await ads.window();
      log(formatTimes(times));
      found.push(times.p99);
    }
    return found;
  }
  const saved = data.appIDs.slice(-500);
  const quietSaves = saveMeanwhile(others, saved);
  const quiet = await p99s((count) => count === windows);
  const quietTimes = await quietSaves.end();
  const select = { where: {} };
  const preview = await makePreview(api, select, {
    set: { adsStatus: 'on', note: 'Measured again' },
  });
  const saves = saveMeanwhile(others, saved);
  const moreMemory = watchMemory(server.office);
  const began = performance.now();
  let took = 0;
  const running = carryOut(api, preview).finally(() => {
    took = secondsSince(began);
  });
  const busy = await p99s(() => took > 0);
  const batch = await running;
  const megabytes = moreMemory();
  const times = await saves.end();
  others.close();
  await ads.end();
  const { changed, skipped, failed, total } = batch;
  const detail = `${changed} changed, ${skipped} skipped, ${failed} failed; with ads at ${rate}/s`;
  const savesDetail = `p50 ${median(times).toFixed(0)}, longest ${Math.max(...times).toFixed(0)} ms; without ${percentile(quietTimes, 0.99).toFixed(0)} ms`;
  return [
    judge(
      `${what}: ${total.toLocaleString('en')} apps changed`,
      took,
      { atMost: most.all },
      { ...s, detail },
    ),
    judge(`${what}: memory of this batch`, megabytes, { atMost: most.megabytes }, mb),
    judge(
      `${what}: ads meanwhile, rise of p99`,
      median(busy) - median(quiet),
      { atMost: most.riseMs },
      ms,
    ),
    judge(
      `${what}: other people's saves meanwhile, p99`,
      percentile(times, 0.99),
      { atMost: most.saveMs },
      { unit: ' ms', digits: 0, detail: savesDetail },
    ),
  ];
}

async function measureOn(what: string, server: Server, data: DataSet): Promise<Verdict[]> {
  const api = await signIn(server.port);
  try {
    const verdicts = await measurePreview(what, server, api);
    verdicts.push(...(await measureSome(what, api, data.appIDs)));
    verdicts.push(...(await measureAll(what, server, api, data)));
    return verdicts;
  } finally {
    api.close();
  }
}

/**
 * Measures batches with 100,000 apps on both databases: a preview, a batch of 10,000 apps alone, and one of all beside other
 * work.
 */
export async function measureBatches(sets: DataSets): Promise<Verdict[]> {
  const data = await sets.many();
  const dataDir = sets.folder('batches');
  cpSync(data.dataDir, dataDir, { recursive: true });
  // After a large batch all apps are judged, for some minutes. `npm run bench -- findings` measures that.
  const main = makeVariant(sets.folder('batches-idle'), { changes: [withoutRun] });
  const server = await startServer(dataDir, { main });
  const verdicts = await measureOn('SQLite', server, data);
  await server.stop();
  const postgres = await startPostgres();
  try {
    const folders = [sets.folder('batches-postgres')];
    const [node] = await moveToPostgres(data, postgres.url, folders, { main });
    if (!node) throw new Error('No node was started');
    await settlePostgres(postgres.url);
    verdicts.push(...(await measureOn('PostgreSQL', node, data)));
    await node.stop();
  } finally {
    await postgres.remove();
  }
  return verdicts;
}
