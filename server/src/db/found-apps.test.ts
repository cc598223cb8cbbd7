import { beforeAll, expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { appOf } from '../../test/samples/app-list-sample.ts';
import { findApps } from './found-apps.ts';

eachDialect('apps that a word finds', (database) => {
  const { kind } = database;
  const insert = (appID: string, appName: string, accountName = 'Anchor') =>
    database.db
      .insertInto('app')
      .values({ ...appOf(0), appID, appName, accountName, ownerId: null })
      .execute();
  const withWord = ['first', 'before', 'at', 'after', 'far'];

  beforeAll(async () => {
    await insert('first', 'Harbour 1');
    // SQLite is asked for 50,000 ids at once. The next app gets the id after the one of `pusher`.
    for (const [appID, id] of Object.entries({ before: 49_999, far: 170_000 })) {
      await insert('pusher', 'None', 'None');
      if (kind === 'sqlite') {
        await database.db
          .updateTable('app_list')
          .set({ id: id - 1 })
          .where('appID', '=', 'pusher')
          .execute();
      }
      await insert(appID, 'Harbour');
      await database.db.deleteFrom('app').where('appID', '=', 'pusher').execute();
      if (appID === 'before')
        for (const next of ['at', 'after']) await insert(next, `Harbour ${next}`);
    }
    await insert('other', 'Quay');
  });

  const found = async (...question: [word: string, column?: 'appName' | 'accountName']) => {
    const { ids, total } = await findApps(database.db, ...question);
    const rows = await database.db
      .selectFrom('app_list')
      .select(['app_list.id', 'app_list.appID'])
      .innerJoin(ids.as('found'), 'found.id', 'app_list.id')
      .orderBy('app_list.id')
      .execute();
    if (kind === 'sqlite') expect(total).toBe(rows.length);
    return rows.map(({ appID }) => appID);
  };

  it('are all of them, whatever their ids are, each once', async () => {
    expect(await found('harbour')).toEqual(withWord);
    expect(await found('anchor')).toEqual([...withWord, 'other']);
    expect(await found('anchor', 'appName')).toEqual([]);
    expect(await found('anchor', 'accountName')).toEqual([...withWord, 'other']);
    expect(await found('harbour af')).toEqual(['after']);
  });

  it('are none for a word that no app has', async () => {
    expect(await found('zebra')).toEqual([]);
  });
});
