import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { appOf, fillAppLists } from '../../test/samples/app-list-sample.ts';
import type { AppTable } from '../db/schema.ts';
import { listApps, streamApps } from './apps.list.store.ts';
import type { AppListColumn } from './apps.list.table.ts';

eachDialect('the search index', (database) => {
  beforeAll(() => fillAppLists(database.db));

  const found = async (search: string, column: AppListColumn = 'appID') => {
    const sort = { column, descending: false };
    const { rows } = await listApps(database.db, { page: 0, pageSize: 100, search, sort });
    return rows.map((row) => row.appID);
  };
  const write = (appID: string, change: Partial<AppTable>) =>
    database.db.updateTable('app').set(change).where('appID', '=', appID).execute();

  it('treats every character as ordinary', async () => {
    for (const sign of ['%%%', '___', '***', '"""', "'''", 'a*b', 'OR NOT', '100_', '{a} :']) {
      expect(await found(sign), sign).toEqual([]);
    }
    for (const part of ['0% f', 'R_sC', '"quoted" *', "O'R", '🎮 P', '👨‍👩‍👧', 'الكلم']) {
      expect(await found(part), part).not.toEqual([]);
    }
  });

  it.each([
    ['appName', '%', '100% Fun'],
    ['appName', '_', 'under_score'],
    ['appName', 'r_s', 'under_score'],
    ['appName', '"', `O'Reilly "Quoted" *star*`],
    ['accountName', '\\', null],
    ['category', '& a', 'GAME master 2'],
    ['category', '%a%', null],
    ['authToken', 'a_c', null],
  ] as const)(
    'takes every sign in a filter for a letter: %s holds %s',
    async (column, part, name) => {
      const { rows } = await listApps(database.db, {
        page: 0,
        pageSize: 100,
        sort: { column: 'appName', descending: false },
        filters: { [column]: part },
      });
      const among = rows.map((row) => row.appName);
      if (name === null) expect(among).toEqual([]);
      else expect(among.some((appName) => appName.startsWith(name))).toBe(true);
      if (column === 'appName') expect(among.every((appName) => appName.includes(part))).toBe(true);
    },
  );

  it('follows an app through change, change of owner and deletion', async () => {
    const { appID } = appOf(1);
    await write(appID, { appName: 'Quokka', adUnits: '{"reward1":"unit-zq"}', ownerId: 'u2' });
    expect(await found('qUoKk')).toEqual([appID]);
    expect(await found('t-zq')).toEqual([appID]);
    expect(await found('qu')).toEqual([appID]);
    expect(await found('master 2')).not.toContain(appID);
    expect(await found('игоревич')).toContain(appID);
    await database.db.deleteFrom('app').where('appID', '=', appID).execute();
    expect(await found('quokka')).toEqual([]);
    expect(await found('qu')).toEqual([]);
  });

  it('follows the names of owners', async () => {
    const { db } = database;
    const before = await found('bob smith');
    const rename = (fullName: string) =>
      db.updateTable('app_user').set({ fullName }).where('id', '=', 'u1').execute();
    await rename('Zoë Quill');
    expect(await found('bob smith')).toEqual([]);
    expect(await found('ZOË')).toEqual(before);
    const byOwner = await found('', 'fullName');
    expect(byOwner.slice(-before.length)).not.toContain(before[0]);
    await rename('bob smith');
  });

  it('follows the current token through a rotation', async () => {
    const { db } = database;
    const { appID } = appOf(2);
    await db
      .updateTable('app_token')
      .set({ until: 9 })
      .where('appID', '=', appID)
      .where('until', 'is', null)
      .execute();
    await db
      .insertInto('app_token')
      .values({ token: '~last', appID, since: 9, until: null })
      .execute();
    expect((await found('', 'authToken')).at(-1)).toBe(appID);
  });

  it('follows configurations', async () => {
    const { db } = database;
    const { appID } = appOf(0);
    const listed = async (configured: boolean) => {
      for await (const rows of streamApps(db, { configured })) {
        if (rows.some((row) => row.appID === appID)) return true;
      }
      return false;
    };
    expect(await listed(true)).toBe(true);
    await db.deleteFrom('app_configuration').where('appID', '=', appID).execute();
    expect(await listed(true)).toBe(false);
    expect(await listed(false)).toBe(true);
  });

  it('keeps nothing of a rolled-back change', async () => {
    const undone = database.db.transaction().execute(async (tx) => {
      await tx.updateTable('app').set({ appName: 'Wombat' }).execute();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await found('wombat')).toEqual([]);
  });

  if (database.kind === 'postgres') return;
  describe('in SQLite', () => {
    it('survives VACUUM', async () => {
      const before = [await found('master'), await found('smith'), await found('ga')];
      await database.db
        .deleteFrom('app')
        .where('appID', '=', before[0]?.[0] ?? '')
        .execute();
      await sql`vacuum`.execute(database.db);
      const gone = (ids: string[]) => ids.filter((id) => id !== before[0]?.[0]);
      const after = [await found('master'), await found('smith'), await found('ga')];
      expect(after).toEqual(before.map(gone));
      await sql`insert into app_search (app_search) values ('integrity-check')`.execute(
        database.db,
      );
    });
  });
});
