import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Batch } from '@adwarden/contract/batches/batches';
import { describe, expect, it } from 'vitest';
import { startPostgres } from '../../../deploy/programs/postgres.ts';
import { writeManyApps } from '../databases/many-apps.ts';
import { hasPostgres } from '../databases/postgres-database.ts';
import { type BatchServer, openBatchServer } from '../servers/batch-server.ts';
import { expectOnce } from '../servers/expect-once.ts';

/* The database is gone, or locked, in the middle of a batch. The batch goes on, and changes every app exactly once. */

const count = 800;
const soon = { interval: 20 };

/** Starts a batch over all apps, and resolves when it has changed some of them. */
async function startBatch(api: BatchServer): Promise<string> {
  await writeManyApps(api.db, count);
  const { previewID } = await api.preview({ where: {} }, { set: { adsStatus: 'off' } });
  const started = await api.start(previewID);
  expect(started.status, started.text).toBe(200);
  const { id } = started.body.data.batch;
  await expect.poll(async () => (await api.read(id)).done, soon).toBeGreaterThan(100);
  return id;
}

/** Waits for the end of the batch. Then it must have changed each app exactly once. */
async function expectEnd(api: BatchServer, id: string): Promise<void> {
  const find = async (): Promise<Batch | null> => {
    const answer = await api.call('getBatch', { as: api.admin, id });
    return answer.status === 200 ? answer.body.data.batch : null;
  };
  await expect.poll(async () => (await find())?.state, soon).toBe('done');
  expect(await find()).toMatchObject({ total: count, done: count, changed: count, failed: 0 });
  await expectOnce(api.db, id, count);
}

describe.skipIf(!hasPostgres())('PostgreSQL', () => {
  it('is killed in the middle of a batch, which goes on when it is back', async () => {
    const postgres = await startPostgres();
    const api = await openBatchServer({
      DATABASE_URL: postgres.url,
      SECRET_KEY: 'e'.repeat(64),
    });
    try {
      const id = await startBatch(api);
      await postgres.kill();
      const gone = await api.call('getBatch', { as: api.admin, id });
      expect(gone.status, gone.text).toBe(503);
      await pause(1_000);
      await postgres.start();
      await expectEnd(api, id);
    } finally {
      await api.close();
      await postgres.remove();
    }
  }, 150_000);
});

describe('SQLite', () => {
  it('is locked by another program in the middle of a batch, which goes on afterwards', async () => {
    const api = await openBatchServer();
    try {
      const id = await startBatch(api);
      // It does not wait for the lock, because that would stop this process, in which the batch runs.
      const other = new DatabaseSync(join(api.dataDir, 'adwarden.db'), { timeout: 0 });
      const lock = () => other.exec('begin immediate');
      await expect.poll(async () => lock(), { interval: 3 }).toBeUndefined();
      const { done } = await api.read(id);
      await pause(7_000);
      expect((await api.read(id)).done, 'nothing is written meanwhile').toBe(done);
      expect(done).toBeLessThan(count);
      other.exec('rollback');
      other.close();
      await expectEnd(api, id);
    } finally {
      await api.close();
    }
  }, 150_000);
});
