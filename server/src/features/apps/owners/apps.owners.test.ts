import { beforeAll, expect, it } from 'vitest';
import { eachDialect } from '../../../../test/databases/dialects.ts';
import { sampleSnapshot } from '../../../../test/samples/sample-app-snapshot.ts';
import { createChangeLog } from '../../../changes/change-log.ts';
import { createChangesFeed } from '../../../changes/changes.feed.ts';
import { insertApps } from '../../../edits/apps.store.ts';
import { systemAuthor } from '../../../http/actor.ts';
import { reassignApps, unassignApps } from './apps.owners.service.ts';

const many = 1200;
const later = 2_000_000;

eachDialect('apps that change hands', (database) => {
  const changeLog: ReturnType<typeof createChangeLog> = (author, work) =>
    createChangeLog(database.db, createChangesFeed(), () => later)(author, work);
  const idsOf = (ownerId: string | null) =>
    database.db
      .selectFrom('app')
      .select('appID')
      .where('ownerId', ownerId === null ? 'is' : '=', ownerId)
      .execute()
      .then((rows) => rows.map(({ appID }) => appID).sort());

  beforeAll(async () => {
    const { db } = database;
    const rest = { position: '', passwordHash: '', passwordSealed: '', createdAt: 1, version: 0 };
    for (const id of ['ada', 'ben', 'cleo']) {
      const names = { userID: id, userIDKey: id, fullName: id.toUpperCase() };
      await db
        .insertInto('app_user')
        .values({ id, ...names, ...rest })
        .execute();
    }
    await db.transaction().execute(async (tx) => {
      const rows = [
        ...Array.from({ length: many }, (_, index) =>
          sampleSnapshot({ appID: `ada-${index}`, ownerId: 'ada' }),
        ),
        sampleSnapshot({ appID: 'ben-1', ownerId: 'ben' }),
        sampleSnapshot({ appID: 'free-1' }),
      ];
      await insertApps(
        tx,
        rows.map((row) => ({ row, version: 0 })),
        1,
      );
    });
  });

  it('removes the owner from every app of a user, with an entry and a version for each', async () => {
    const { db } = database;
    const appIDs = await changeLog(systemAuthor, (write) => unassignApps(write, 'ada'));
    expect(new Set(appIDs).size).toBe(many);
    expect(await idsOf('ada')).toEqual([]);
    expect(await idsOf('ben')).toEqual(['ben-1']);

    const pairs = await db
      .selectFrom('app')
      .innerJoin('change', 'change.seq', 'app.version')
      .select(['app.appID', 'app.updatedAt', 'change.key', 'change.row', 'change.action'])
      .where('app.ownerId', 'is', null)
      .execute();
    expect(pairs).toHaveLength(many);
    for (const { appID, updatedAt, key, row, action } of pairs) {
      expect({ key, updatedAt, action }).toEqual({
        key: appID,
        updatedAt: later,
        action: 'update',
      });
      const written = JSON.parse(row);
      expect(written).toMatchObject({ appID, ownerId: null, userID: '', fullName: '' });
      expect(written.tokens).toHaveLength(1);
    }
  });

  it('does nothing for a user without apps', async () => {
    expect(await changeLog(systemAuthor, (write) => unassignApps(write, 'cleo'))).toEqual([]);
  });

  it('gives back apps that exist and have no owner', async () => {
    const asked = ['ada-0', 'ada-1', 'gone-1', 'ben-1'];
    await changeLog(systemAuthor, (write) => reassignApps(write, asked, 'cleo'));
    expect(await idsOf('cleo')).toEqual(['ada-0', 'ada-1']);
    expect(await idsOf('ben')).toEqual(['ben-1']);
    const last = await database.db
      .selectFrom('change')
      .select('row')
      .where('key', '=', 'ada-1')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(last.row)).toMatchObject({ ownerId: 'cleo', fullName: 'CLEO' });
  });

  it('refuses to give apps to a user that does not exist', async () => {
    const attempt = changeLog(systemAuthor, (write) => reassignApps(write, ['ada-2'], 'nemo'));
    await expect(attempt).rejects.toThrow('nemo');
  });
});
