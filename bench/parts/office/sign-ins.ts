import type { DataSet } from '../../data-sets/data-set.ts';
import { measureP99Rise } from '../../measuring/p99-rise.ts';
import type { Verdict } from '../../measuring/report.ts';
import { startServer } from '../../servers/server.ts';

const perSecond = 100;

/**
 * Measures the delay of ads while somebody guesses passwords. Each try is for another account from another address, so no
 * sign-in limit applies; only the queue of the password hasher limits the work.
 */
export async function measureSignIns(data: DataSet): Promise<Verdict[]> {
  const server = await startServer(data.dataDir, { settings: { TRUST_PROXY: '127.0.0.1' } });
  const name = `ads under ${perSecond} wrong sign-ins a second: rise of p99`;
  const verdict = await measureP99Rise(name, server, data, {
    file: 'sign-ins-client.ts',
    args: [String(perSecond)],
    describe: ({ wrong, busy, unavailable }: Record<'wrong' | 'busy' | 'unavailable', number>) =>
      `${wrong} wrong, ${busy} refused with 429 and ${unavailable} with 503 so far`,
  });
  await server.stop();
  return [verdict];
}
