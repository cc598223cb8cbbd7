import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { adUnitSlots } from '@adwarden/contract/ad-units';
import { usualAppColumns } from '@adwarden/contract/spreadsheets/columns';
import { wireOf } from '@adwarden/contract/testing/wire';
import { startPostgres } from '../../../deploy/programs/postgres.ts';
import { type Api, signIn } from '../../clients/api.ts';
import { formatTimes, quarterOfPeak, startConstantLoad } from '../../clients/constant-rate.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import type { DataSets } from '../../data-sets/data-sets.ts';
import { withoutRun } from '../../measuring/judged.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { median } from '../../measuring/statistics.ts';
import { output, start, watchMemory } from '../../servers/processes.ts';
import { type Server, startServer } from '../../servers/server.ts';
import { settlePostgres } from '../../servers/settled-postgres.ts';
import { makeVariant } from '../../tricks/variant.ts';
import { moveToPostgres } from '../ads/spread.ts';

const most = { exportSeconds: 15, importSeconds: 30, megabytes: 100, riseMs: 5 };
const rounds = 3;
const quietSeconds = 4;

type Run = { seconds: number; megabytes: number; riseMs: number };
type Preview = { total: number; created: number; refused: number };

const client = fileURLToPath(new URL('../../clients/import-client.ts', import.meta.url));

/** Runs the client and returns what it prints. The client has a low priority, because it stands for another machine. */
async function run<T>(port: number, { bearer }: Api, ...file: string[]): Promise<T> {
  const args = [client, String(port), bearer, ...file];
  return JSON.parse(
    await output(start(process.execPath, args, { lowPriority: true, stdout: 'pipe' })),
  );
}

/**
 * Builds a file of new applications, as many as there are. Five ad units are left out: with all of them the file is larger than
 * the 50 MB that an import may have.
 */
async function newApps(port: number, { bearer }: Api): Promise<string> {
  const left = new Set(adUnitSlots.slice(4, 9).map(({ name }) => name as string));
  const columns = usualAppColumns.filter((name) => !left.has(name)).join();
  const { path, ...asked } = wireOf('exportApps', { as: bearer, query: { columns } });
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, asked);
  if (answer.status !== 200) throw new Error(`exportApps answers ${answer.status}`);
  // The same applications without their ids are new ones.
  return (await answer.text()).replace(/^[a-z2-7]{16},/gm, ',');
}

/** Does some work several times: first alone, then while the server answers ads at a quarter of its peak. */
async function repeat(
  name: string,
  server: Server,
  data: DataSet,
  work: () => Promise<unknown>,
): Promise<Run[]> {
  const alone: { seconds: number; megabytes: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const moreMemory = watchMemory(server.office);
    const began = performance.now();
    await work();
    const seconds = (performance.now() - began) / 1000;
    const megabytes = moreMemory();
    alone.push({ seconds, megabytes });
    log(`${name} ${round}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB more`);
  }
  const rate = await quarterOfPeak(server, data.urlsFile);
  const load = await startConstantLoad(server.port, data.urlsFile, rate);
  const runs: Run[] = [];
  for (const each of alone) {
    await pause(1000);
    load.reset();
    await pause(quietSeconds * 1000);
    const quiet = await load.window();
    await work();
    const busy = await load.window();
    runs.push({ ...each, riseMs: busy.p99 - quiet.p99 });
    log(`${name}, with ads: quiet ${formatTimes(quiet)}; ${formatTimes(busy)}`);
  }
  await load.end();
  return runs;
}

function judged(name: string, runs: Run[], seconds: number): Verdict[] {
  const rises = runs.map(({ riseMs }) => riseMs);
  const times = runs.map((run) => run.seconds);
  const largest = Math.max(...runs.map(({ megabytes }) => megabytes));
  return [
    judge(name, median(times), { atMost: seconds }, { unit: ' s', digits: 1 }),
    judge(`${name}: memory`, largest, { atMost: most.megabytes }, { unit: ' MB' }),
    judge(
      `${name}: rise of the ads' p99`,
      median(rises),
      { atMost: most.riseMs },
      { unit: ' ms', digits: 1, detail: `rounds ${rises.map((ms) => ms.toFixed(1)).join(', ')}` },
    ),
  ];
}

/** Measures the export of all applications, and the preview of an import of as many new ones. */
async function measure(where: string, server: Server, data: DataSet): Promise<Verdict[]> {
  const api = await signIn(server.port);
  const file = join(data.dataDir, 'new-apps.csv');
  const text = await newApps(server.port, api);
  writeFileSync(file, text);
  log(`${where}: a file of ${(text.length / 1e6).toFixed(1)} MB`);
  const exports = await repeat(`${where}, export`, server, data, () => run(server.port, api));
  const imports = await repeat(`${where}, import`, server, data, async () => {
    const { total, created, refused } = await run<Preview>(server.port, api, file);
    if (created !== data.appIDs.length) {
      throw new Error(`Only ${created} of ${total} rows are new; ${refused} are refused`);
    }
  });
  api.close();
  return [
    ...judged(`${where}: export of 100,000 apps`, exports, most.exportSeconds),
    ...judged(`${where}: import preview of 100,000 new apps`, imports, most.importSeconds),
  ];
}

/** Measures the export and the import of 100,000 applications: time, memory, and how much later ads are answered. */
export async function measureImport(sets: DataSets): Promise<Verdict[]> {
  const many = await sets.many();
  const dataDir = sets.folder('import');
  cpSync(many.dataDir, dataDir, { recursive: true });
  const data = { ...many, dataDir };
  const main = makeVariant(sets.folder('import-idle'), { changes: [withoutRun] });
  const server = await startServer(dataDir, { main });
  const verdicts = await measure('SQLite', server, data);
  await server.stop();
  const postgres = await startPostgres();
  try {
    const nodes = await moveToPostgres(many, postgres.url, [sets.folder('import-1')], {
      main,
    });
    await settlePostgres(postgres.url);
    for (const node of nodes) verdicts.push(...(await measure('PostgreSQL', node, data)));
    await Promise.all(nodes.map((node) => node.stop()));
  } finally {
    await postgres.remove();
  }
  return verdicts;
}
