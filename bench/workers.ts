import type { DataSet } from './data-set.ts';
import { judge, shownOnly, type Verdict } from './report.ts';
import { costOf, playRounds, ratio } from './rounds.ts';
import { startServer } from './server.ts';

const rounds = 5;

/**
 * One worker beside two on one machine. Nothing is kept to a core, and the driver takes
 * one too: processor time per answer tells what a second worker costs, and the rate only where cores are left.
 */
export async function measureWorkers(data: DataSet): Promise<Verdict[]> {
  const start = async (workers: number) => ({
    server: await startServer(data.dataDir, { settings: { WORKERS: String(workers) } }),
    requestsFile: data.urlsFile,
  });
  const begin = async () => ({ '1 worker': await start(1), '2 workers': await start(2) });
  const found = await playRounds(rounds, begin, { core: 'any' });
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
