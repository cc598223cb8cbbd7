import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Api, signIn } from '../../clients/api.ts';
import type { ReadsReport } from '../../clients/reads-client.ts';
import { makeDataSet } from '../../data-sets/data-set.ts';
import { type DataSets, timed } from '../../data-sets/data-sets.ts';
import { addLog } from '../../data-sets/log-data.ts';
import { type SignedInOwner, signInOwners } from '../../data-sets/owners-data.ts';
import { withTraffic } from '../../data-sets/traffic-data.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { percentile } from '../../measuring/statistics.ts';
import { start, waitForMessage } from '../../servers/processes.ts';
import { type Server, startServer } from '../../servers/server.ts';

const owners = 8;
const appsOfEach = 1_000;
/** Large entries of the first owner; the others have a ninth of them. */
const largeEntries = 9_000;
const hours = 49;
const rounds = 150;
const warmUpMs = 3_000;
const most = { pauseMs: 250, listMs: 1_000 };

type Times = { pauses: number[]; lists: number[] };

/** Measures an administrator who pauses and resumes an app, and looks at a list, again and again. */
async function timesOf(api: Api, appID: string): Promise<Times> {
  const times: Times = { pauses: [], lists: [] };
  const timed = async <T>(list: number[], work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const done = await work();
    list.push(performance.now() - began);
    return done;
  };
  for (let round = 0; round < rounds; round += 1) {
    const body = { scope: 'app', value: appID, reason: 'bench' } as const;
    const made = await timed(times.pauses, () => api.call('startPause', { body }));
    const { id } = JSON.parse(String(made)).data;
    await timed(times.pauses, () => api.call('endPause', { id, body: {} }));
    await timed(times.lists, () => api.call('getAllApp', { query: { page: 0 } }));
  }
  return times;
}

async function measureBeside(
  server: Server,
  api: Api,
  appID: string,
  { name, people, atOnce }: { name: string; people: SignedInOwner[]; atOnce: number },
): Promise<Verdict[]> {
  const program = fileURLToPath(new URL('../../clients/reads-client.ts', import.meta.url));
  const ofPeople = people.flatMap(({ userID, bearer }) => [userID, bearer]);
  const args = [program, String(server.port), String(atOnce), ...ofPeople];
  const client = start(process.execPath, args, { lowPriority: true });
  await pause(warmUpMs);
  const { pauses, lists } = await timesOf(api, appID);
  const { answered, refused } = await waitForMessage<ReadsReport>(client, 'report');
  await client.stop();
  const shown = (times: number[]) =>
    [0.5, 0.95, 0.99, 1].map((share) => percentile(times, share).toFixed(0)).join(' / ');
  log(`${name}: ${answered} reads answered, ${refused} refused`);
  log(
    `${name}: p50 / p95 / p99 / slowest of a pause ${shown(pauses)} ms, a list ${shown(lists)} ms`,
  );
  return [
    judge(
      `a pause beside ${name}: p99`,
      percentile(pauses, 0.99),
      { atMost: most.pauseMs },
      { unit: ' ms', detail: `slowest ${Math.max(...pauses).toFixed(0)} ms` },
    ),
    judge(
      `a list beside ${name}: p95`,
      percentile(lists, 0.95),
      { atMost: most.listMs },
      { unit: ' ms', detail: `slowest ${Math.max(...lists).toFixed(0)} ms` },
    ),
  ];
}

/** Measures an administrator's pauses and lists on SQLite while owners make their most expensive reads (ADR 65). */
export async function measureReads(sets: DataSets): Promise<Verdict[]> {
  const data = await timed(
    '8,000 apps of eight owners, 90 days, 16,000 large entries',
    async () => {
      const base = await makeDataSet(sets.folder('reads-base'), owners * appsOfEach);
      const people = signInOwners(base, { owners, appsOfEach });
      for (const [place, { id }] of people.entries()) {
        const large = place === 0 ? largeEntries : Math.floor(largeEntries / 9);
        await addLog(base, id, { entries: large + 500, large });
      }
      return { ...(await withTraffic(base, sets.folder('reads'), hours)), people };
    },
  );
  const server = await startServer(data.dataDir);
  const api = await signIn(server.port);
  const appID = data.appIDs.at(-1) as string;
  const verdicts: Verdict[] = [];
  for (const beside of [
    { name: 'eight owners with eight calls each', people: data.people, atOnce: 8 },
    { name: 'one owner with sixty calls', people: data.people.slice(0, 1), atOnce: 60 },
  ]) {
    verdicts.push(...(await measureBeside(server, api, appID, beside)));
  }
  api.close();
  await server.stop();
  return verdicts;
}
