import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBulkThread } from '../src/composition/bulk/bulk.link.ts';
import { createLogger } from '../src/kit/logger.ts';
import { readSettings } from '../src/settings.ts';
import { type AppServer, openAppServer } from './app-server.ts';

/*
 * The end of the thread for bulk work by too much memory. Only a reader that gets pieces of 128 MB comes that far: a row
 * of more than 1 MB is refused. Beside many other tests V8 once ended the whole process here instead of the thread.
 */

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
  const small = {
    name: 'apps.csv',
    async *chunks() {
      yield Buffer.from('App Name\r\nHarbour\r\n');
    },
  };
  await expect(thread.work.imports.columns(small)).resolves.toBeDefined();
  await thread.stop();
});
