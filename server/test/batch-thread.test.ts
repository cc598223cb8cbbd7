import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { createBatchThread } from '../src/composition/batches/batches.link.ts';
import { openDatabase } from '../src/db/open-database.ts';
import { databaseFile } from '../src/db/sqlite/data-dir.ts';
import { createLogger } from '../src/kit/logger.ts';
import { readSettings } from '../src/settings.ts';
import { type BatchServer, openBatchServer } from './batch-server.ts';

/* The thread that carries out batches: its priority, and the turn of SQLite's one writer. */

const isSqlite = inject('database') === 'sqlite';
let server: BatchServer;
beforeEach(async () => {
  server = await openBatchServer();
});
afterEach(() => server.close());

it.runIf(isSqlite)(
  'a thread that is ended in its turn gives the turn to the next writer',
  async () => {
    const settings = readSettings(server.place);
    const { db, writes, close } = await openDatabase(settings);
    const take = vi.fn(async () => writes?.take() ?? Promise.reject(new Error('No turns')));
    const thread = createBatchThread({
      settings,
      writes: { take },
      logger: createLogger('silent'),
    });
    const other = new DatabaseSync(databaseFile(server.dataDir));
    other.exec('begin immediate');
    const refused = expect(thread.carryOutNext('none', 0)).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect
      .poll(() => take.mock.settledResults.at(0)?.type, { timeout: 10_000 })
      .toBe('fulfilled');
    // It has the turn now, and waits for the lock of another process.
    await thread.stop();
    await refused;
    other.exec('rollback');
    other.close();
    await db.insertInto('category').values({ categoryName: 'Harbour', position: 99 }).execute();
    await close();
  },
);
