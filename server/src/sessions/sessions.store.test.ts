import { expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { signInRules } from '../people/sign-in-rules.ts';
import { endSessions, findAccount, findSession, insertSession } from './sessions.store.ts';

eachDialect('sessions store', (database) => {
  const life = { idle: 3_600_000, longest: 86_400_000, singleSignOn: 0 };
  const rules = signInRules({ requireSecondFactor: 'off', singleSignOn: null });
  const begun = { way: { by: 'password' }, life } as const;
  const origin = { address: '192.0.2.7', device: 'Chrome on Windows' };
  const names = { fullName: 'Ada', createdAt: 1 };

  it('opens no session for a password that was changed in the meantime', async () => {
    const { db } = database;
    const user = { ...names, id: 'u1', userID: 'Ada', userIDKey: 'ada', position: 'Owner' };
    const secrets = { passwordHash: 'old', passwordSealed: '', version: 0 };
    await db
      .insertInto('app_user')
      .values({ ...user, ...secrets })
      .execute();
    const account = await findAccount(db, 'user', 'ada', rules);
    expect(account).toEqual({
      id: 'u1',
      access: 'all',
      fullName: 'Ada',
      login: 'Ada',
      passwordHash: 'old',
      hasFactor: false,
      hasSecondStep: false,
      mustSetUp: [],
      isBound: false,
      mustUseProvider: false,
    });
    if (!account) return;
    const session = await insertSession(db, 'user', account, 'good', origin, begun);
    expect(session).toMatch(/^[a-z2-7]{16}$/);
    await db.updateTable('app_user').set({ passwordHash: 'new' }).execute();
    expect(await insertSession(db, 'user', account, 'stale', origin, begun)).toBeNull();
    expect(await findSession(db, 'stale', life, rules)).toBeNull();
    const owner = {
      kind: 'user',
      id: 'u1',
      session,
      confirmedAgo: expect.any(Number),
      access: 'all',
      fullName: 'Ada',
      login: 'Ada',
      touch: false,
    };
    expect(await findSession(db, 'good', life, rules)).toEqual(owner);
  });

  it('keeps an administrator and a user of the same id apart', async () => {
    const { db } = database;
    const admin = { ...names, id: 'u1', email: 'ada@example.com', emailKey: 'ada@example.com' };
    await db
      .insertInto('admin')
      .values({ ...admin, passwordHash: 'hash' })
      .execute();
    const account = await findAccount(db, 'admin', 'ada@example.com', rules);
    if (account) await insertSession(db, 'admin', account, 'admin', origin, begun);
    await db.transaction().execute((tx) => endSessions(tx, 'user', 'u1'));
    expect(await findSession(db, 'good', life, rules)).toBeNull();
    expect(await findSession(db, 'admin', life, rules)).toMatchObject({
      kind: 'admin',
      login: admin.email,
    });
  });
});
