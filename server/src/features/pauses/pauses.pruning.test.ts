import { limits } from '@adwarden/contract/limits';
import { expect, it } from 'vitest';
import { eachDialect } from '../../../test/dialects.ts';
import { databaseNow } from '../../db/now.ts';
import { prunePauses } from './pauses.pruning.service.ts';
import { insertPause, type PauseRow } from './pauses.store.ts';

const dayMs = 86_400_000;

eachDialect('pruning of pauses', (database) => {
  const insert = async (id: string, endedAt: number | null, createdById = 'ada') => {
    const row: PauseRow = {
      ...{ id, scope: 'app', value: 'a', key: 'a', reason: 'Invalid traffic', createdAt: 1 },
      ...{ createdByKind: 'user', createdById, createdByName: 'Ada', until: null, endedAt },
      ...{ continues: null, endedByKind: null, endedByName: null, endedById: null },
    };
    const entry = { at: 1, actorKind: 'user', actorId: createdById, actorName: '', address: '' };
    await database.db.transaction().execute((tx) => insertPause(tx, row));
    await database.db
      .insertInto('change')
      .values({ ...entry, entity: 'pause', key: id, action: 'create', row: '{}' })
      .execute();
  };

  it('deletes old ended ones, and those beyond the newest of a person, with their entries', async () => {
    const now = await databaseNow(database.db);
    const old = now - (limits.pauses.keepDays + 1) * dayMs;
    await insert('active', null);
    await insert('old', old);
    // All end at the same time.
    for (const id of ['e1', 'e2', 'e3', 'e4']) await insert(id, now - dayMs);
    await insert('of another', now - 9 * dayMs, 'eve');
    expect(await prunePauses(database.db, 2)).toBe(3);
    const rows = await database.db.selectFrom('pause').select('id').orderBy('id').execute();
    const left = ['active', 'e1', 'e2', 'of another'];
    expect(rows.map(({ id }) => id)).toEqual(left);
    const entries = await database.db.selectFrom('change').select('key').orderBy('key').execute();
    expect(entries.map(({ key }) => key)).toEqual(left);
    expect(await prunePauses(database.db, 2)).toBe(0);
  });
});
