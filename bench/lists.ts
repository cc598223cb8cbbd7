import { appColumns } from '@adwarden/contract/apps';
import { type Api, signIn } from './api.ts';
import type { DataSet } from './data-set.ts';
import { searched } from './data-set.words.ts';
import { judge, tell, type Verdict } from './report.ts';
import { startServer } from './server.ts';
import { percentile, seededRandom } from './statistics.ts';

const mostMs = 60;
/** The first page and a random one, each this often. */
const repeats = 2;

async function timedPage(api: Api, query: Record<string, string | number>) {
  const began = performance.now();
  const answer = await api.call('getAllApp', { query });
  const ms = performance.now() - began;
  const { total } = JSON.parse(String(answer)) as { total: number };
  return { ms, total };
}

/**
 * Pages of the list of 100,000 apps, searched and sorted by every column, one after the other. Taken at the
 * client over loopback, which is more than the server's own time.
 */
export async function measureLists({ dataDir }: DataSet): Promise<Verdict[]> {
  const server = await startServer(dataDir);
  const api = await signIn(server.port);
  const random = seededRandom(5);
  await timedPage(api, { page: 0 });

  const all: number[] = [];
  for (const [kind, search] of Object.entries({ 'no search': '', ...searched })) {
    const times: { ms: number; sort: string }[] = [];
    let found = 0;
    for (const sort of appColumns.flatMap((column) => [column, `-${column}`])) {
      for (let again = 0; again < repeats; again += 1) {
        const question = { sort, ...(search && { search }) };
        const first = await timedPage(api, { page: 0, ...question });
        found = first.total;
        const page = Math.floor((random() * found) / 10);
        const deep = await timedPage(api, { page, ...question });
        times.push({ ms: first.ms, sort }, { ms: deep.ms, sort: `${sort}, page ${page}` });
      }
    }
    const worst = times.reduce((a, b) => (b.ms > a.ms ? b : a));
    const p95 = percentile(
      times.map(({ ms }) => ms),
      0.95,
    );
    all.push(p95);
    tell(
      `${`${kind} ${search}`.padEnd(22)} finds ${String(found).padStart(6)}  p95 ${p95.toFixed(1)} ms` +
        `  worst ${worst.ms.toFixed(1)} ms (${worst.sort})`,
    );
  }
  api.close();
  await server.stop();
  const detail = 'the slowest kind of search, seen by the client';
  return [
    judge(
      'lists, 100,000 apps: p95 of a page',
      Math.max(...all),
      { atMost: mostMs },
      { unit: ' ms', digits: 1, detail },
    ),
  ];
}
