import { cpSync } from 'node:fs';
import { startPostgres } from '../../../deploy/programs/postgres.ts';
import { type Api, signIn } from '../../clients/api.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import { searched } from '../../data-sets/data-set.words.ts';
import { type DataSets, timed } from '../../data-sets/data-sets.ts';
import { addLog } from '../../data-sets/log-data.ts';
import { signInOwners } from '../../data-sets/owners-data.ts';
import { judgeGoal, log, type Verdict } from '../../measuring/report.ts';
import { percentile } from '../../measuring/statistics.ts';
import { startServer } from '../../servers/server.ts';
import { vacuumPostgres } from '../../servers/settled-postgres.ts';
import { moveToPostgres } from '../ads/spread.ts';

/** With the creation of each app there are 1,000,000 entries. A third of them belong to batches. */
const logSize = { entries: 900_000, large: 9_000 };
/**
 * Limits in milliseconds. `rare`: less than 1 % of the entries have the word. `common`: all other words. `filtered`: a common word
 * beside another filter (ADR 74).
 */
const goals = { rare: 60, common: 200, filtered: 500 };
const kinds = ['rare', 'common', 'filtered'] as const;
const runs = 3;
const repeats = 5;

type Question = { search: string } & Record<string, string>;

const words = [
  ...Object.values(searched),
  'Change 54321',
  'Change 5',
  'change',
  'gone 7',
  'large',
  'quillmoor',
  'bench',
  'zzzz',
];
const questions: Question[] = [
  ...words.map((search) => ({ search })),
  { search: 'photo', entity: 'app', action: 'create' },
  { search: 'change', entity: 'app-configuration' },
  { search: 'change', entity: 'category' },
  { search: 'change', actorKind: 'user' },
];

/** Reads a page of a search; returns its time, the number of entries that it has found, and whether there are more. */
async function timedPage(api: Api, query: Record<string, string | number>) {
  const began = performance.now();
  const answer = await api.call('getChanges', { query });
  const ms = performance.now() - began;
  return {
    ms,
    ...(JSON.parse(String(answer)) as { total: number; pageSize: number; hasMore?: boolean }),
  };
}

/** Asks everything some times, the first page and the last one. */
async function askAll(administrator: Api) {
  const times: Record<keyof typeof goals, number[]> = { rare: [], common: [], filtered: [] };
  for (const question of questions) {
    const all: number[] = [];
    const { total, pageSize, hasMore } = await timedPage(administrator, { page: 0, ...question });
    for (let again = 0; again < repeats; again += 1) {
      for (const page of [0, Math.max(0, Math.ceil(total / pageSize) - 1)]) {
        all.push((await timedPage(administrator, { page, ...question })).ms);
      }
    }
    const isFiltered = Object.keys(question).length > 1;
    times[isFiltered ? 'filtered' : hasMore ? 'common' : 'rare'].push(...all);
    const found = `${total}${hasMore ? ' or more' : ''}`;
    log(`${JSON.stringify(question)} finds ${found}: p95 ${percentile(all, 0.95).toFixed(1)} ms`);
  }
  return times;
}

async function measureSearches(name: string, administrator: Api): Promise<Verdict[]> {
  const p95: Record<keyof typeof goals, number[]> = { rare: [], common: [], filtered: [] };
  for (let run = 1; run <= runs; run += 1) {
    const times = await askAll(administrator);
    for (const kind of kinds) p95[kind].push(percentile(times[kind], 0.95));
  }
  return kinds.map((kind) =>
    judgeGoal(
      `${name}: p95 of a search of 1,000,000 entries, ${kind} words`,
      p95[kind],
      goals[kind],
      { digits: 1 },
    ),
  );
}

async function makeLog(sets: DataSets): Promise<DataSet> {
  const { dataDir, ...many } = await sets.many();
  return timed('900,000 more entries of the log', async () => {
    const copy = { ...many, dataDir: sets.folder('log') };
    cpSync(dataDir, copy.dataDir, { recursive: true });
    const [owner] = signInOwners(copy, { owners: 1, appsOfEach: 1_000 });
    if (!owner) throw new Error('There is no owner');
    await addLog(copy, owner.id, logSize);
    return copy;
  });
}

/** Response times of searches of the log with 1,000,000 entries on both databases, measured by the client (ADR 74). */
export async function measureLogSearch(sets: DataSets): Promise<Verdict[]> {
  const data = await makeLog(sets);
  const sqlite = await startServer(data.dataDir, { mostStartMs: 300_000 });
  const verdicts = await measureSearches('SQLite', await signIn(sqlite.port));
  await sqlite.stop();
  const postgres = await startPostgres();
  try {
    const [node] = await moveToPostgres(data, postgres.url, [sets.folder('log-node')]);
    if (!node) throw new Error('There is no node');
    await vacuumPostgres(postgres.url);
    verdicts.push(...(await measureSearches('PostgreSQL', await signIn(node.port))));
    await node.stop();
    return verdicts;
  } finally {
    await postgres.remove();
  }
}
