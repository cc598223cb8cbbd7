import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureAds } from './ads.ts';
import { withoutAutogroups } from './autogroups.ts';
import { measureBackup } from './backup.ts';
import { measureBatches } from './batches.ts';
import { measureBodies } from './bodies.ts';
import { measureCalm } from './calm.ts';
import { measureChecks } from './checks.ts';
import { measureConnect } from './connect.ts';
import { createDataSets } from './data-sets.ts';
import { measureEdits } from './edits.ts';
import { measureFindings } from './findings.ts';
import { measureHostile } from './hostile.ts';
import { measureImport } from './import.ts';
import { measureLists } from './lists.ts';
import { measureLogSearch } from './log-search.ts';
import { measureMillion } from './million.ts';
import { measurePauses } from './pauses.ts';
import { measurePlanes } from './planes.ts';
import { stopAll } from './processes.ts';
import { measurePruning } from './pruning.ts';
import { measureReads } from './reads.ts';
import { log, table, type Verdict } from './report.ts';
import { measureRules } from './rules.ts';
import { measureSaves } from './saves.ts';
import { measureScheduled } from './scheduled.ts';
import { measureShutdown } from './shutdown.ts';
import { measureSignIns } from './sign-ins.ts';
import { measureSlowReaders } from './slow-readers.ts';
import { measureSpread } from './spread.ts';
import { measureStart } from './start.ts';
import { measureStatements } from './statements.ts';
import { watchStolenTime } from './stolen.ts';
import { measureTraffic } from './traffic.ts';
import { measureTransfers } from './transfers.ts';
import { measureTricks } from './tricks.ts';
import { measureWebhooks } from './webhooks.ts';
import { measureWorkers } from './workers.ts';

/* npm run bench [-- PART…]: measures the product and compares the figures with their limits. */

const folder = mkdtempSync(join(tmpdir(), 'adwarden-bench-'));
const sets = createDataSets(folder);

const parts: Record<string, () => Promise<Verdict[]>> = {
  ads: () => measureAds(sets),
  rules: () => measureRules(sets),
  workers: () => measureWorkers(sets),
  calm: async () => measureCalm(await sets.many()),
  transfers: async () => measureTransfers(await sets.many()),
  backup: () => measureBackup(sets),
  'sign-ins': async () => measureSignIns(await sets.many()),
  edits: async () => measureEdits(await sets.many()),
  saves: () => measureSaves(sets),
  pauses: () => measurePauses(sets),
  pruning: () => measurePruning(sets),
  connect: () => measureConnect(sets),
  traffic: () => measureTraffic(sets),
  webhooks: () => measureWebhooks(sets),
  findings: () => measureFindings(sets),
  batches: () => measureBatches(sets),
  import: () => measureImport(sets),
  hostile: async () => measureHostile(await sets.few()),
  reads: () => measureReads(sets),
  statements: () => measureStatements(sets),
  scheduled: () => measureScheduled([sets.folder('scheduled-1'), sets.folder('scheduled-2')]),
  'slow-readers': async () => measureSlowReaders(await sets.many()),
  spread: () => measureSpread(sets),
  planes: () => measurePlanes(sets),
  lists: async () => measureLists(await sets.many()),
  log: () => measureLogSearch(sets),
  checks: () => measureChecks(sets),
  bodies: measureBodies,
  start: () => measureStart(sets),
  shutdown: async () => measureShutdown(await sets.few()),
  million: () => measureMillion(sets),
  // Loaded only for this part: Lighthouse is large.
  web: async () => (await import('./web.ts')).measureWeb(await sets.many()),
};

async function cleanUp(): Promise<void> {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(chosen: string[]): Promise<Verdict[]> {
  // Runs only when it is named: it checks no limits, and takes longer than all other parts.
  if (chosen[0] === 'tricks') return measureTricks(sets, chosen.slice(1));
  const unknown = chosen.find((name) => !Object.hasOwn(parts, name));
  if (unknown)
    throw new Error(
      `Usage: npm run bench -- [${Object.keys(parts).join('] [')}] | tricks [PART OF A NAME…]`,
    );
  const verdicts: Verdict[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(name);
    const stolen = watchStolenTime();
    try {
      verdicts.push(...(await part()));
    } catch (error) {
      // The other parts take an hour: they are worth more than an early end.
      const figure = (error as Error).message;
      verdicts.push({ name, figure, limit: 'to be measured', ok: false });
      log(figure);
      await stopAll();
    }
    log(`other machines took ${(100 * stolen()).toFixed(1)} % of the processor time`);
  }
  return verdicts;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => cleanUp().finally(() => process.exit(1)));
}
withoutAutogroups();
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
