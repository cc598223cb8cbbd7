import type { DataSet } from '../../data-sets/data-set.ts';
import { measureP99Rise } from '../../measuring/p99-rise.ts';
import type { Verdict } from '../../measuring/report.ts';
import { startServer } from '../../servers/server.ts';

/** Measures the delay of ads while somebody uploads files of 50 MB and downloads whole lists (ADR 48). */
export async function measureTransfers(data: DataSet): Promise<Verdict[]> {
  const server = await startServer(data.dataDir);
  const verdict = await measureP99Rise(
    'ads beside uploads and downloads of 50 MB, 100 MB a second: rise of p99',
    server,
    data,
    {
      file: 'transfers-client.ts',
      args: [],
      describe: ({ up, down }: { up: number; down: number }) =>
        `${(up / 1e6).toFixed(0)} MB up and ${(down / 1e6).toFixed(0)} MB down so far`,
    },
  );
  await server.stop();
  return [verdict];
}
