import type { DataSets } from '../../data-sets/data-sets.ts';
import { measureP99Rise } from '../../measuring/p99-rise.ts';
import type { Verdict } from '../../measuring/report.ts';
import { startServer } from '../../servers/server.ts';

/** Measures the delay of ads while the embedded database of 100,000 apps is backed up (ADR 54). */
export async function measureBackup(sets: DataSets): Promise<Verdict[]> {
  const data = await sets.many();
  const server = await startServer(data.dataDir);
  const verdict = await measureP99Rise('ads beside a backup: rise of p99', server, data, {
    file: 'backup-client.ts',
    args: [data.dataDir, sets.folder('backup')],
    isOfServer: true,
    describe: ({ backups }: { backups: number }) => `${backups} backups completed so far`,
  });
  await server.stop();
  return [verdict];
}
