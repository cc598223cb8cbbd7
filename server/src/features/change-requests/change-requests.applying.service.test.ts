import { beforeEach, expect, it } from 'vitest';
import { eachDialect } from '../../../test/databases/dialects.ts';
import { requestOf } from '../../../test/samples/change-request-row.ts';
import { createChangeLog } from '../../changes/change-log.ts';
import { createChangesFeed } from '../../changes/changes.feed.ts';
import { DatabaseUnavailableError } from '../../db/errors.ts';
import { AppError } from '../../kit/app-error.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLogger } from '../../kit/logger.ts';
import { type ApplyingDeps, createApplying } from './change-requests.applying.service.ts';
import * as store from './change-requests.store.ts';

eachDialect('applying what is due', (database) => {
  let lines: { changeRequest: string; err: { message: string } }[];
  beforeEach(async () => {
    lines = [];
    const { db } = database;
    for (const table of ['change_request', 'change', 'category', 'admin'] as const) {
      await db.deleteFrom(table).execute();
    }
    const names = { id: 'a1', email: 'r@x.io', emailKey: 'r@x.io', fullName: 'Root' };
    await db
      .insertInto('admin')
      .values({ ...names, passwordHash: '', createdAt: 0 })
      .execute();
  });

  const insert = async (appName: string, at = Date.now() - 1000) => {
    const values = { changes: { appName }, before: { appName: '' } };
    const request = requestOf({ appID: appName, appName, at, ...values });
    await database.db.transaction().execute((tx) => store.insertRequest(tx, request));
    return request.id;
  };

  /** Builds the applying with an edit that writes a category with the wanted name, then does what `then` says. */
  function applyingWith(then: (appName: string) => void) {
    const { db } = database;
    const changeLog = createChangeLog(db, createChangesFeed(), systemClock);
    const logger = createLogger('error', { write: (line) => void lines.push(JSON.parse(line)) });
    const values = { appName: '' } as never;
    const applyEdit: ApplyingDeps['applyEdit'] = async ({ tx }, _, appID) => {
      await tx.insertInto('category').values({ categoryName: appID, position: 0 }).execute();
      then(appID);
    };
    return createApplying({
      db,
      changeLog,
      readApps: async (_, appIDs) =>
        new Map(appIDs.map((appID) => [appID, { appName: appID, ownerId: null, values }])),
      applyEdit,
      logger,
    });
  }

  const states = async () => {
    const rows = await database.db.selectFrom('change_request').selectAll().execute();
    return Object.fromEntries(rows.map(({ appName, state, reason }) => [appName, [state, reason]]));
  };
  const written = async () =>
    (await database.db.selectFrom('category').select('categoryName').execute())
      .map(({ categoryName }) => categoryName)
      .sort();

  it('a request that meets an error fails alone, and leaves nothing of itself', async () => {
    for (const name of ['one', 'broken', 'refused', 'twice', 'two']) await insert(name);
    const { db } = database;
    await db.insertInto('category').values({ categoryName: 'twice', position: 0 }).execute();
    const { applyDue } = applyingWith((name) => {
      if (name === 'broken') throw new Error('a fault of the program');
      if (name === 'refused') throw new AppError('conflict', 'It has enough');
    });
    expect(await applyDue()).toBe(false);
    const internal = 'Something went wrong on the server';
    expect(await states()).toEqual({
      one: ['applied', ''],
      broken: ['failed', internal],
      refused: ['failed', 'It has enough'],
      twice: ['failed', internal],
      two: ['applied', ''],
    });
    expect(await written()).toEqual(['one', 'twice', 'two']);
    expect(lines.map(({ err }) => err.message)).toContain('a fault of the program');
    expect(lines).toHaveLength(2);
    const { length } = await db.selectFrom('change').select('seq').execute();
    expect(length, 'an entry for each state').toBe(5);
  });

  it('while the database is gone, all stay scheduled', async () => {
    for (const name of ['one', 'two', 'three']) await insert(name);
    const { applyDue } = applyingWith((name) => {
      if (name === 'two') throw new DatabaseUnavailableError('DATABASE_GONE', 'gone');
    });
    await expect(applyDue()).rejects.toThrow('gone');
    expect(Object.values(await states()).map(([state]) => state)).toEqual(
      Array(3).fill('scheduled'),
    );
    expect(await written()).toEqual([]);
  });

  it('takes a bounded number at a time, and says that there is more', async () => {
    for (let index = 0; index < 30; index += 1) await insert(`app ${index}`);
    await insert('later', Date.now() + 60_000);
    const { applyDue } = applyingWith(() => {});
    expect(await applyDue()).toBe(true);
    expect(await written()).toHaveLength(25);
    expect(await applyDue()).toBe(false);
    expect(await applyDue()).toBe(false);
    expect(await written()).toHaveLength(30);
    expect((await states()).later).toEqual(['scheduled', '']);
  });
});
