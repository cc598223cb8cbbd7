import type { DataSet } from './data-set.ts';
import type { Verdict } from './report.ts';
import { type Disturber, measureRise } from './rise.ts';
import { startServer } from './server.ts';

/** Somebody who searches and writes in the back office. */
export const disturbInOffice = ({ appIDs }: DataSet): Disturber => ({
  file: 'office-client.ts',
  args: appIDs.filter((_, index) => index % 100 === 0),
  told: ({ searches, writes }: { searches: number; writes: number }) =>
    `${searches} searches and ${writes} writes so far`,
});

/** How much slower ads are answered while somebody searches and writes in the back office. */
export async function measureCalm(data: DataSet): Promise<Verdict[]> {
  const server = await startServer(data.dataDir);
  const name = 'ads under searches and writes: rise of p99';
  const verdict = await measureRise(name, server, data, disturbInOffice(data));
  await server.stop();
  return [verdict];
}
