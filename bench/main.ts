import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataSets } from './data-sets/data-sets.ts';
import { log, table, type Verdict } from './measuring/report.ts';
import { watchStolenTime } from './measuring/stolen.ts';
import { measureAds } from './parts/ads/ads.ts';
import { measureBodies } from './parts/ads/bodies.ts';
import { measureCalm } from './parts/ads/calm.ts';
import { measureConnect } from './parts/ads/connect.ts';
import { measureHostile } from './parts/ads/hostile.ts';
import { measureMillion } from './parts/ads/million.ts';
import { measurePlanes } from './parts/ads/planes.ts';
import { measureRules } from './parts/ads/rules.ts';
import { measureShutdown } from './parts/ads/shutdown.ts';
import { measureSlowReaders } from './parts/ads/slow-readers.ts';
import { measureSpread } from './parts/ads/spread.ts';
import { measureStart } from './parts/ads/start.ts';
import { measureTricks } from './parts/ads/tricks.ts';
import { measureWorkers } from './parts/ads/workers.ts';
import { measureAccounts } from './parts/office/accounts.ts';
import { measureBackup } from './parts/office/backup.ts';
import { measureBatches } from './parts/office/batches.ts';
import { measureChecks } from './parts/office/checks.ts';
import { measureEdits } from './parts/office/edits.ts';
import { measureFindings } from './parts/office/findings.ts';
import { measureImport } from './parts/office/import.ts';
import { measureLists } from './parts/office/lists.ts';
import { measureLogSearch } from './parts/office/log-search.ts';
import { measurePauses } from './parts/office/pauses.ts';
import { measurePruning } from './parts/office/pruning.ts';
import { measureReads } from './parts/office/reads.ts';
import { measureSaves } from './parts/office/saves.ts';
import { measureScheduled } from './parts/office/scheduled.ts';
import { measureSignIns } from './parts/office/sign-ins.ts';
import { measureStatements } from './parts/office/statements.ts';
import { measureTraffic } from './parts/office/traffic.ts';
import { measureTransfers } from './parts/office/transfers.ts';
import { measureWebhooks } from './parts/office/webhooks.ts';
import { withoutAutogroups } from './servers/autogroups.ts';
import { stopAll } from './servers/processes.ts';

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
  accounts: () => measureAccounts(sets),
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
  web: async () => (await import('./parts/web/web.ts')).measureWeb(await sets.many()),
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
