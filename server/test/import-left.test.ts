import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeBulk } from '../src/composition/compose-bulk.ts';
import { createJudging } from '../src/features/findings/judging/judging.service.ts';
import { trafficOf } from '../src/features/usage/usage.traffic.store.ts';
import { systemClock } from '../src/kit/clock.ts';
import { type AppServer, openAppServer } from './app-server.ts';

/* The preview of an import ends when nobody waits for it any more. */

let server: AppServer;
beforeAll(async () => {
  server = await openAppServer({}, { database: 'sqlite' });
});
afterAll(() => server.close());

it('an import that nobody waits for any more ends', async () => {
  const { imports } = composeBulk({
    ...{ db: server.db, clock: systemClock, appsPerOwner: 10_000 },
    judging: createJudging({ trafficOf }),
  });
  const left = new AbortController();
  let pieces = 0;
  const file = {
    name: 'apps.csv',
    async *chunks() {
      yield Buffer.from('appName,packageName\r\n');
      for (; pieces < 100_000; pieces += 1) {
        if (pieces === 20) left.abort();
        const rows = Array.from({ length: 50 }, (_, row) => `A,com.left.p${pieces}r${row}\r\n`);
        yield Buffer.from(rows.join(''));
      }
    },
  };
  const ada = { kind: 'admin' as const, id: 'admin', fullName: 'Ada', login: 'ada@x.com' };
  const form = { key: 'appID' as const, mode: 'create' as const };
  const reading = imports.preview({ ...ada, address: '' }, 'session', file, form, left.signal);
  await expect(reading).rejects.toThrow(/abort/i);
  expect(pieces).toBeLessThan(1000);
});
