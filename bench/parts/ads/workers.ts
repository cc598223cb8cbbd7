import { cpSync } from 'node:fs';
import type { DataSets } from '../../data-sets/data-sets.ts';
import { judge, shownOnly, type Verdict } from '../../measuring/report.ts';
import { costOf, ratio, runRounds } from '../../measuring/rounds.ts';
import { startServer } from '../../servers/server.ts';

const rounds = 5;

/**
 * Compares one worker with two on one machine. No process is pinned to a core, and the driver needs a core too. So the
 * limit is on processor time per answer; the rate shows the gain of a second worker only if there are free cores.
 */
export async function measureWorkers(sets: DataSets): Promise<Verdict[]> {
  const { dataDir, urlsFile } = await sets.many();
  // A folder belongs to one server.
  const copy = sets.folder('workers');
  cpSync(dataDir, copy, { recursive: true });
  const start = async (folder: string, workers: number) => ({
    server: await startServer(folder, { settings: { WORKERS: String(workers) } }),
    requestsFile: urlsFile,
  });
  const startTargets = async () => ({
    '1 worker': await start(dataDir, 1),
    '2 workers': await start(copy, 2),
  });
  const found = await runRounds(rounds, startTargets, { core: 'any' });
  const pair = ['2 workers', '1 worker'] as const;
  const rate = ratio(found, pair, ({ perSecond }) => perSecond);
  return [
    judge(
      '2 workers: processor time per answer / 1 worker',
      ratio(found, pair, costOf),
      { atMost: 1.1 },
      { digits: 3 },
    ),
    shownOnly('2 workers: rate / 1 worker', rate.toFixed(3)),
  ];
}
