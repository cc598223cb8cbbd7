import type { DataSet } from '../../data-sets/data-set.ts';
import { type BackgroundLoad, measureP99Rise } from '../../measuring/p99-rise.ts';
import type { Verdict } from '../../measuring/report.ts';
import { startServer } from '../../servers/server.ts';

/** Searches and writes in the back office. */
export const backOfficeLoad = ({ appIDs }: DataSet): BackgroundLoad => ({
  file: 'back-office-client.ts',
  args: appIDs.filter((_, index) => index % 100 === 0),
  describe: ({ searches, writes }: { searches: number; writes: number }) =>
    `${searches} searches and ${writes} writes so far`,
});

/** Measures the delay of ads while somebody searches and writes in the back office. */
export async function measureCalm(data: DataSet): Promise<Verdict[]> {
  const server = await startServer(data.dataDir);
  const name = 'ads under searches and writes: rise of p99';
  const verdict = await measureP99Rise(name, server, data, backOfficeLoad(data));
  await server.stop();
  return [verdict];
}
