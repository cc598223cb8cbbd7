import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { eachDialect } from '../../../../test/databases/dialects.ts';
import { sampleSnapshot } from '../../../../test/samples/sample-app-snapshot.ts';
import { createChangeLog } from '../../../changes/change-log.ts';
import { createChangesFeed } from '../../../changes/changes.feed.ts';
import { deleteApps, findApp, insertApps, tokensOf } from '../../../edits/apps.store.ts';
import type { AppSnapshot, DeletedAppSnapshot } from '../../../edits/apps.table.ts';
import { systemAuthor } from '../../../http/actor.ts';
import { isIconStored } from '../../../icons/icons.store.ts';
import { createAppKeeper } from './apps.restore.service.ts';

const now = 5000;
const appID = 'tide';
const ada = { ownerId: 'ada', userID: 'ada', fullName: 'Ada' };
const wasFirst = sampleSnapshot({
  appID,
  ...ada,
  appName: 'First name',
  googleNative1: 'unit',
  tokens: [{ token: 'rotated away', since: 1, until: null }],
});
const tokensNow = [
  { token: 'current', since: 3, until: null },
  { token: 'still good', since: 2, until: now + 1 },
  { token: 'over', since: 1, until: now },
];
const isNow = sampleSnapshot({ appID, appName: 'Second name', tokens: tokensNow });
const configuration = { country: 'Chad', countryCodes: 'TD', createdAt: 9 };
const deleted: DeletedAppSnapshot = { ...isNow, configuration };

eachDialect('an app that is restored', (database) => {
  const restoreConfiguration = vi.fn(async () => {});
  const keeper = createAppKeeper({ restoreConfiguration, isIconStored });
  const restore = (snapshot: AppSnapshot, lastDelete: DeletedAppSnapshot | null) => {
    const changeLog = createChangeLog(database.db, createChangesFeed(), () => now);
    return changeLog(systemAuthor, async (write) => {
      const moment = { now: await keeper.read(write.tx, appID), lastDelete, at: now };
      const row = await keeper.settle(write.tx, snapshot, moment);
      await keeper.write(write, row, { action: 'restore', ...moment });
    });
  };
  const tokens = async () => (await tokensOf(database.db, [appID])).get(appID);
  const put = (app: AppSnapshot) =>
    database.db.transaction().execute((tx) => insertApps(tx, [{ row: app, version: 1 }], 1));

  beforeAll(async () => {
    const names = { id: 'ada', userID: 'ada', userIDKey: 'ada', fullName: 'Ada Harbour' };
    const rest = { position: '', passwordHash: '', passwordSealed: '', createdAt: 1, version: 0 };
    await database.db
      .insertInto('app_user')
      .values({ ...names, ...rest })
      .execute();
  });
  beforeEach(async () => {
    restoreConfiguration.mockClear();
    await database.db.transaction().execute((tx) => deleteApps(tx, [appID]));
  });

  it('gets its old fields when it exists, and keeps its tokens and configuration', async () => {
    await put(isNow);
    await restore(wasFirst, null);
    const row = await findApp(database.db, appID);
    expect(row).toMatchObject({
      appName: 'First name',
      adUnits: '{"googleNative1":"unit"}',
      ownerId: 'ada',
      fullName: 'Ada Harbour',
      authToken: 'current',
      updatedAt: now,
    });
    expect(await tokens()).toEqual(tokensNow);
    expect(restoreConfiguration).not.toHaveBeenCalled();
    const entry = await database.db
      .selectFrom('change')
      .selectAll()
      .where('seq', '=', row?.version ?? 0)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ entity: 'app', key: appID, action: 'restore' });
    expect(JSON.parse(entry.row)).toEqual({
      ...wasFirst,
      fullName: 'Ada Harbour',
      tokens: tokensNow,
    });
  });

  it('is restored from a delete with its id, its valid tokens and its configuration', async () => {
    await restore(deleted, deleted);
    const row = await findApp(database.db, appID);
    expect(row).toMatchObject({ appID, appName: 'Second name', createdAt: 1, ownerId: null });
    expect(await tokens()).toEqual(tokensNow.slice(0, 2));
    expect(restoreConfiguration).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      appID,
      configuration,
    );
    const entry = await database.db
      .selectFrom('change')
      .select('row')
      .where('seq', '=', row?.version ?? 0)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.row)).toEqual({ ...isNow, tokens: tokensNow.slice(0, 2) });
  });

  it('is restored to an older snapshot without a token that was rotated away', async () => {
    await restore(wasFirst, deleted);
    expect(await findApp(database.db, appID)).toMatchObject({ appName: 'First name' });
    expect(await tokens()).toEqual(tokensNow.slice(0, 2));
  });

  it('has no owner and no icon if these do not exist any more', async () => {
    const lost = { ...wasFirst, ownerId: 'nemo', iconHash: 'a'.repeat(64) };
    await restore(lost, { ...deleted, configuration: null });
    expect(await findApp(database.db, appID)).toMatchObject({ ownerId: null, iconHash: '' });
    expect(restoreConfiguration).not.toHaveBeenCalled();
  });

  it('is not restored without an entry of its delete', async () => {
    await expect(restore(wasFirst, null)).rejects.toThrow('no delete');
    expect(await findApp(database.db, appID)).toBeUndefined();
  });
});
