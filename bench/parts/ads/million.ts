import { cpSync } from 'node:fs';
import {
  type DataSet,
  inserter,
  inTransactions,
  makeDataSet,
  openFast,
} from '../../data-sets/data-set.ts';
import { type DataSets, timed } from '../../data-sets/data-sets.ts';
import { judge, log, shownOnly, type Verdict } from '../../measuring/report.ts';
import { median } from '../../measuring/statistics.ts';
import { memory } from '../../servers/processes.ts';
import { startServer } from '../../servers/server.ts';

const sizes = [100_000, 1_000_000];
const starts = 3;
const history = { apps: 1000, changes: 1_000_000, rounds: 7 };
/** The start time with a history divided by the one without: a start does not read old changes. */
const mostLonger = 1.2;

type Start = { ms: number; megabytes: number };

async function startOnce({ dataDir }: DataSet): Promise<Start> {
  const server = await startServer(dataDir, { mostStartMs: 180_000 });
  const megabytes = memory(server.ads)?.now ?? Number.NaN;
  await server.stop();
  return { ms: server.startMs, megabytes };
}

const shown = ({ ms, megabytes }: Start) => `${ms.toFixed(0)} ms, ${megabytes.toFixed(0)} MB`;

/** Start time and memory with this number of apps. */
async function measureSize(sets: DataSets, apps: number): Promise<Verdict> {
  const name = `${apps.toLocaleString('en')} apps`;
  const data = await timed(`${name}, lean`, () =>
    makeDataSet(sets.folder(`lean-${apps}`), apps, { lean: true }),
  );
  const found: Start[] = [];
  for (let index = 0; index < starts; index += 1) {
    found.push(await startOnce(data));
    log(`${name}: ready in ${shown(found.at(-1) as Start)}`);
  }
  const ms = median(found.map((each) => each.ms));
  const megabytes = Math.max(...found.map((each) => each.megabytes));
  return shownOnly(`start with ${name}`, `until /readyz ${shown({ ms, megabytes })} resident`);
}

/** Copies a data directory, with 1,000,000 changes in its log. */
async function withHistory({ dataDir, ...data }: DataSet, copy: string): Promise<DataSet> {
  cpSync(dataDir, copy, { recursive: true });
  const db = openFast(copy);
  const insert = inserter(db, 'change');
  const { at = 0 } = db.prepare('select max(at) as at from change').get() ?? {};
  const actor = { actorKind: 'admin', actorId: 'bench', actorName: 'Bench', address: '127.0.0.1' };
  await inTransactions(db, history.changes, (index) => {
    const key = data.appIDs[index % data.appIDs.length] as string;
    const row = JSON.stringify({ appID: key, appName: `Change ${index}`, adsStatus: 'on' });
    insert({ at: Number(at) + index, ...actor, entity: 'app', key, action: 'update', row });
  });
  db.exec('pragma journal_mode = wal');
  db.close();
  return { ...data, dataDir: copy };
}

/** Compares, in turns, a start with 1,000,000 changes of 1,000 apps in the log with a start without changes. */
async function measureHistory(sets: DataSets): Promise<Verdict> {
  const young = await makeDataSet(sets.folder('young'), history.apps);
  const old = await timed('1,000,000 changes of 1,000 apps', () =>
    withHistory(young, sets.folder('old')),
  );
  const found: { young: Start; old: Start }[] = [];
  for (let round = 1; round <= history.rounds; round += 1) {
    const pair = { young: await startOnce(young), old: await startOnce(old) };
    found.push(pair);
    log(`round ${round}: no history ${shown(pair.young)}; 1,000,000 changes ${shown(pair.old)}`);
  }
  const ms = (of: 'young' | 'old') => median(found.map((each) => each[of].ms)).toFixed(0);
  return judge(
    'start with 1,000,000 changes / without',
    median(found.map((each) => each.old.ms / each.young.ms)),
    { atMost: mostLonger },
    { digits: 3, detail: `${ms('old')} ms of ${ms('young')} ms, 1,000 apps` },
  );
}

/** Start time and memory with many apps, and with many changes in the log. */
export async function measureMillion(sets: DataSets): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const apps of sizes) verdicts.push(await measureSize(sets, apps));
  return [...verdicts, await measureHistory(sets)];
}
