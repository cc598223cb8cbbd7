import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBulkThread } from '../src/composition/bulk/bulk.link.ts';
import { createLogger } from '../src/kit/logger.ts';
import { readSettings } from '../src/settings.ts';
import { type AppServer, openAppServer } from './app-server.ts';

/*
 * The thread for bulk work ends because it needs too much memory. A real file cannot do that: a row of more than 1 MB is
 * refused, so this test sends pieces of 128 MB. With many other tests beside it, V8 once ended the whole process here.
 */

const actor = {
  kind: 'admin' as const,
  id: 'admin',
  fullName: 'Ada',
  login: 'ada@example.com',
  address: '',
};

let server: AppServer;
beforeAll(async () => {
  server = await openAppServer({}, { database: 'sqlite' });
});
afterAll(() => server.close());

it('a thread that needs too much memory dies alone, and the next work starts another one', {
  timeout: 90_000,
}, async () => {
  const settings = readSettings(server.place);
  const thread = createBulkThread({ settings, db: server.db, logger: createLogger('silent') });
  const large = Buffer.alloc(128 * 1024 * 1024, 'a');
  const file = {
    name: 'apps.json',
    async *chunks() {
      yield Buffer.from('[{"appName":"');
      for (;;) yield large;
    },
  };
  await expect(thread.work.imports.columns(file)).rejects.toMatchObject({ code: 'unavailable' });
  const pieces = thread.work.exportTexts.apps(actor, { format: 'csv' })[Symbol.asyncIterator]();
  expect((await pieces.next()).done).toBe(false);
  await thread.stop();
});
