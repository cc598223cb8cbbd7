import { type App, appColumns } from '@adwarden/contract/apps';
import { type Api, signIn } from '../../clients/api.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import { searched } from '../../data-sets/data-set.words.ts';
import { judgeGoal, log, type Verdict } from '../../measuring/report.ts';
import { percentile, seededRandom } from '../../measuring/statistics.ts';
import { startServer } from '../../servers/server.ts';

const goalMs = 60;
const runs = 3;

async function timedPage(api: Api, query: Record<string, string | number>) {
  const began = performance.now();
  const answer = await api.call('getAllApp', { query });
  const ms = performance.now() - began;
  const { total, data } = JSON.parse(String(answer)) as { total: number; data: App[] };
  return { ms, total, data };
}

/**
 * Response times of pages of the list of 100,000 apps, with each kind of search and sorted by every column, one after
 * the other. They are measured by the client over loopback, so they are longer than the server's own time.
 */
export async function measureLists({ dataDir }: DataSet): Promise<Verdict[]> {
  const server = await startServer(dataDir);
  const api = await signIn(server.port);
  const random = seededRandom(5);
  const [app] = (await timedPage(api, { page: 0 })).data;
  if (!app) throw new Error('The data set has no apps');
  const pasted = {
    adUnit: app.googleNative1,
    publisher: app.googleNative1.replace(/\/.*/, ''),
    adsUrl: `https://adwarden.example/api/getAds?appID=${app.appID}&authToken=${app.authToken}`,
  };

  const slowest: number[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const all: number[] = [];
    for (const [kind, search] of Object.entries({ 'no search': '', ...searched, ...pasted })) {
      const times: { ms: number; sort: string }[] = [];
      let found = 0;
      for (const sort of appColumns.flatMap((column) => [column, `-${column}`])) {
        const query = { sort, ...(search && { search }) };
        const first = await timedPage(api, { page: 0, ...query });
        found = first.total;
        const page = Math.floor((random() * found) / 10);
        const deep = await timedPage(api, { page, ...query });
        times.push({ ms: first.ms, sort }, { ms: deep.ms, sort: `${sort}, page ${page}` });
      }
      const worst = times.reduce((a, b) => (b.ms > a.ms ? b : a));
      const p95 = percentile(
        times.map(({ ms }) => ms),
        0.95,
      );
      all.push(p95);
      log(
        `${`${kind} ${search.slice(0, 40)}`.padEnd(22)} finds ${String(found).padStart(6)}  p95 ${p95.toFixed(1)} ms` +
          `  worst ${worst.ms.toFixed(1)} ms (${worst.sort})`,
      );
    }
    slowest.push(Math.max(...all));
  }
  api.close();
  await server.stop();
  const detail = 'the slowest kind of search, measured by the client';
  return [judgeGoal('lists, 100,000 apps: p95 of a page', slowest, goalMs, { digits: 1, detail })];
}
