import { startBareServer } from './bare.ts';
import type { DataSet } from './data-set.ts';
import type { Verdict } from './report.ts';
import { judgeRate, runRounds } from './rounds.ts';
import { startServer } from './server.ts';

const rounds = 5;
/** ADR 33: simpler code is worth more than the last tenth. */
const limit = { atLeast: 0.88 };

/** Compares the ads endpoint with a bare server, and many apps with few. */
export async function measureAds(many: DataSet, few: DataSet): Promise<Verdict[]> {
  const found = await runRounds(rounds, async () => {
    const real = await startServer(many.dataDir, { core: 'server' });
    const small = await startServer(few.dataDir, { core: 'server' });
    const bare = await startBareServer(real.port, many.urlsFile);
    return {
      bare: { server: bare, requestsFile: many.urlsFile },
      many: { server: real, requestsFile: many.urlsFile },
      few: { server: small, requestsFile: few.urlsFile },
    };
  });
  return [
    judgeRate('ads, 100,000 apps: rate / bare node:http', found, ['many', 'bare'], limit),
    judgeRate('ads, 100,000 apps: rate / 100 apps', found, ['many', 'few'], limit),
  ];
}
