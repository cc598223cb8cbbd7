import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureAds } from './ads.ts';
import { measureCalm } from './calm.ts';
import { type DataSet, makeDataSet } from './data-set.ts';
import { measureLists } from './lists.ts';
import { stopAll } from './processes.ts';
import { table, tell, type Verdict } from './report.ts';
import { measureStart } from './start.ts';

/* npm run bench [-- ads calm lists start]: measures the limits of issue 2 and says which are missed. */

const parts: Record<string, (many: DataSet, few: DataSet) => Promise<Verdict[]>> = {
  ads: measureAds,
  calm: measureCalm,
  lists: measureLists,
  start: measureStart,
};

const folder = mkdtempSync(join(tmpdir(), 'adwarden-bench-'));

async function cleanUp(): Promise<void> {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
}

async function dataSet(name: string, apps: number): Promise<DataSet> {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  return makeDataSet(dataDir, apps);
}

async function measure(chosen: string[]): Promise<Verdict[]> {
  const unknown = chosen.find((name) => !Object.hasOwn(parts, name));
  if (unknown) throw new Error(`Usage: npm run bench -- [${Object.keys(parts).join('] [')}]`);
  console.log('data');
  const began = performance.now();
  const [many, few] = [await dataSet('many', 100_000), await dataSet('few', 100)];
  tell(`100,000 apps made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const verdicts: Verdict[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(name);
    verdicts.push(...(await part(many, few)));
  }
  return verdicts;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => cleanUp().finally(() => process.exit(1)));
}
try {
  const verdicts = await measure(process.argv.slice(2));
  console.log(`\n${table(verdicts)}`);
  if (!verdicts.every(({ ok }) => ok)) process.exitCode = 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
