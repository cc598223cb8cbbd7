import { expect, it } from 'vitest';
import { eachDialect } from '../../../test/dialects.ts';
import { endSessions, findAccount, findSession, insertSession } from './sessions.store.ts';

eachDialect('sessions store', (database) => {
  const hour = 3_600_000;
  const names = { fullName: 'Ada', createdAt: 1 };

  it('opens no session for a password that was changed in the meantime', async () => {
    const { db } = database;
    const user = { ...names, id: 'u1', userID: 'Ada', userIDKey: 'ada', position: 'Owner' };
    const secrets = { passwordHash: 'old', passwordSealed: '', version: 0 };
    await db
      .insertInto('app_user')
      .values({ ...user, ...secrets })
      .execute();
    const account = await findAccount(db, 'user', 'ada');
    expect(account).toEqual({
      id: 'u1',
      access: 'all',
      fullName: 'Ada',
      login: 'Ada',
      passwordHash: 'old',
      isMade: false,
    });
    if (!account) return;
    expect(await insertSession(db, 'user', account, 'good')).toBe(true);
    await db.updateTable('app_user').set({ passwordHash: 'new' }).execute();
    expect(await insertSession(db, 'user', account, 'stale')).toBe(false);
    expect(await findSession(db, 'stale', hour)).toBeNull();
    const owner = {
      kind: 'user',
      id: 'u1',
      access: 'all',
      fullName: 'Ada',
      login: 'Ada',
      touch: false,
    };
    expect(await findSession(db, 'good', hour)).toEqual(owner);
  });

  it('keeps an administrator and a user of the same id apart', async () => {
    const { db } = database;
    const admin = { ...names, id: 'u1', email: 'ada@example.com', emailKey: 'ada@example.com' };
    await db
      .insertInto('admin')
      .values({ ...admin, passwordHash: 'hash' })
      .execute();
    const account = await findAccount(db, 'admin', 'ada@example.com');
    if (account) await insertSession(db, 'admin', account, 'admin');
    await db.transaction().execute((tx) => endSessions(tx, 'user', 'u1'));
    expect(await findSession(db, 'good', hour)).toBeNull();
    expect(await findSession(db, 'admin', hour)).toMatchObject({
      kind: 'admin',
      login: admin.email,
    });
  });
});
