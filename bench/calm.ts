import type { DataSet } from './data-set.ts';
import type { Verdict } from './report.ts';
import { measureRise } from './rise.ts';
import { startServer } from './server.ts';

/** How much slower ads are answered while somebody searches and writes in the back office (issue 2, limits). */
export async function measureCalm(data: DataSet): Promise<Verdict[]> {
  const server = await startServer(data.dataDir);
  const verdict = await measureRise('ads under searches and writes: rise of p99', server, data, {
    file: 'office-client.ts',
    args: data.appIDs.filter((_, index) => index % 100 === 0),
    told: ({ searches, writes }: { searches: number; writes: number }) =>
      `${searches} searches and ${writes} writes so far`,
  });
  await server.stop();
  return [verdict];
}
