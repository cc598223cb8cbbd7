import { limits } from '@adwarden/contract/limits';
import { beforeAll, expect, it } from 'vitest';
import { eachDialect } from '../../../test/dialects.ts';
import type { Db } from '../../db/schema.ts';

import { pruneBatches } from './batches.pruning.service.ts';
import { insertApps, rowOf } from './batches.rows.store.ts';
import { insertBatch } from './batches.store.ts';
import { noFacts, type StoredBatch } from './batches.table.ts';

const dayMs = 86_400_000;
const now = Date.now();

const batchOf = (over: Partial<StoredBatch> & { id: string }): StoredBatch => ({
  ...{ state: 'done', kind: 'edit', title: '', change: {}, at: null, session: '' },
  ...{ authorKind: 'admin', authorId: 'a1', authorName: '', authorLogin: '', authorAddress: '' },
  ...{ facts: noFacts, total: 0, changed: 0, requested: 0, skipped: 0, failed: 0 },
  ...{ createdAt: now, startedAt: now, endedAt: now, nextAt: 0, undoOf: null, bytes: 0 },
  ...over,
});

async function left(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('batch').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

eachDialect('pruning of batches', (database) => {
  beforeAll(async () => {
    const { db } = database;
    const old = now - (limits.batches.keepDays + 1) * dayMs;
    const preview = { startedAt: null, endedAt: null };
    const batches = [
      batchOf({ id: 'dropped', state: 'dropped', ...preview }),
      batchOf({ id: 'expired', state: 'preview', createdAt: now - dayMs, ...preview }),
      batchOf({ id: 'broken off', state: 'making', createdAt: now - dayMs, ...preview }),
      batchOf({ id: 'being made', state: 'making', ...preview }),
      batchOf({ id: 'fresh', state: 'preview', ...preview }),
      batchOf({ id: 'old', endedAt: old }),
      batchOf({ id: 'old, undone', endedAt: old }),
      batchOf({ id: 'undo', kind: 'undo', undoOf: 'old, undone', endedAt: now - dayMs - 1 }),
      batchOf({ id: 'running', state: 'running', createdAt: old, endedAt: null }),
      batchOf({ id: 'yesterday', endedAt: now - dayMs }),
      batchOf({ id: 'of another', endedAt: now - 2 * dayMs, authorId: 'a2' }),
    ];
    for (const batch of batches) await insertBatch(db, batch);
    const app = { batchID: 'old', outcome: 'changed', became: 'changed', reason: '' } as const;
    const rows = Array.from({ length: 2500 }, (_, place) =>
      rowOf({ ...app, place, appID: `a${place}`, appName: 'A' }),
    );
    await insertApps(db, rows);
  });

  it('deletes previews that cannot be started, and old batches with their apps', async () => {
    expect(await pruneBatches(database.db)).toBe(4);
    const rest = [
      'being made',
      'fresh',
      'of another',
      'old, undone',
      'running',
      'undo',
      'yesterday',
    ];
    expect(await left(database.db)).toEqual(rest);
    const rows = await database.db.selectFrom('batch_app').select('place').execute();
    expect(rows).toEqual([]);
  });

  it('keeps only the newest ended batches of each author, and an undo no longer than its batch', async () => {
    expect(await pruneBatches(database.db, 1)).toBeGreaterThan(0);
    expect(await left(database.db)).toEqual(
      expect.arrayContaining(['being made', 'fresh', 'of another', 'running']),
    );
    expect(await left(database.db)).not.toContain('old, undone');
  });
});
