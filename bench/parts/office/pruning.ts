import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../../deploy/programs/postgres.ts';
import { signIn } from '../../clients/api.ts';
import { timesOfSaves } from '../../clients/timed-saves.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import { type DataSets, timed } from '../../data-sets/data-sets.ts';
import { withSpareEntries } from '../../data-sets/spare-data.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { median, percentile } from '../../measuring/statistics.ts';
import type { Server } from '../../servers/server.ts';
import { startServer } from '../../servers/server.ts';
import { moveToPostgres } from '../ads/spread.ts';

/** Milliseconds: the p99 of saves while 100,000 entries of the log are deleted. */
const mostMs = 100;
const pauseMs = 20;
const giveUpAfterMs = 900_000;

/** Watches the messages of a server about its pruning. */
function watchPruning() {
  const begun = Promise.withResolvers<void>();
  const done = Promise.withResolvers<{ log: number }>();
  const onLog = (text: string) => {
    for (const line of text.split('\n')) {
      if (line.includes('"pruning has begun"')) begun.resolve();
      if (line.includes('"pruning is done"')) done.resolve(JSON.parse(line));
    }
  };
  return { onLog, begun: begun.promise, done: done.promise };
}

/** Measures the time of a save while a server that has just been started deletes the spare entries. */
async function besidePruning(
  name: string,
  { port }: Server,
  { appIDs }: DataSet,
  { begun, done }: ReturnType<typeof watchPruning>,
): Promise<Verdict> {
  const api = await signIn(port);
  let isBegun = false;
  const quiet = timesOfSaves(api, appIDs, { pauseMs, goesOn: () => !isBegun });
  const lost = pause(giveUpAfterMs, undefined, { ref: false }).then(() => {
    throw new Error(`${name}: pruning is not done in time`);
  });
  await Promise.race([begun, lost]);
  isBegun = true;
  const before = await quiet;
  const from = performance.now();
  let isDone = false;
  const busy = timesOfSaves(api, appIDs, { pauseMs, goesOn: () => !isDone });
  const pruned = await Promise.race([done, lost]);
  isDone = true;
  const seconds = (performance.now() - from) / 1000;
  const times = await busy;
  api.close();
  const said = (of: number[]) =>
    `p50 ${median(of).toFixed(0)}, p99 ${percentile(of, 0.99).toFixed(0)}, longest ${Math.max(...of).toFixed(0)} ms`;
  // On a busy machine, pruning may begin before the first save.
  if (before.length > 0) log(`${name}: before it ${before.length} saves, ${said(before)}`);
  const detail = `${pruned.log} entries in ${seconds.toFixed(0)} s; ${times.length} saves, ${said(times)}`;
  return judge(
    `a save beside pruning, ${name}: p99`,
    percentile(times, 0.99),
    { atMost: mostMs },
    { unit: ' ms', detail },
  );
}

/** Measures the time of a save while 100,000 entries of the log are pruned, on both databases (ADR 113). */
export async function measurePruning(sets: DataSets): Promise<Verdict[]> {
  const many = await sets.many();
  const data = await timed('their entries are old, and 100,000 new ones', () =>
    withSpareEntries(many, sets.folder('pruning')),
  );
  const postgres = await startPostgres();
  try {
    const ofNode = watchPruning();
    const [node] = await moveToPostgres(data, postgres.url, [sets.folder('pruning-node')], {
      onLog: ofNode.onLog,
    });
    if (!node) throw new Error('There is no node');
    const onPostgres = await besidePruning('PostgreSQL', node, data, ofNode);
    await node.stop();
    const ofServer = watchPruning();
    const server = await startServer(data.dataDir, { onLog: ofServer.onLog });
    const onSqlite = await besidePruning('SQLite', server, data, ofServer);
    await server.stop();
    return [onSqlite, onPostgres];
  } finally {
    await postgres.remove();
  }
}
