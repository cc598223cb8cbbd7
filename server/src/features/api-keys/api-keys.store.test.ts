import type { KeyScope } from '@adwarden/contract/people/people';
import { expect, it } from 'vitest';
import { eachDialect } from '../../../test/databases/dialects.ts';
import { databaseNow } from '../../db/now.ts';
import { dayMs } from '../../kit/clock.ts';
import * as store from './api-keys.store.ts';
import { createKeyWarnings } from './api-keys.warnings.service.ts';

eachDialect('API keys store', (database) => {
  const scopes: KeyScope[] = ['read'];
  const add = async (id: string, over: object = {}) => {
    const now = await databaseNow(database.db);
    await store.insertKey(database.db as never, {
      id,
      keyHash: `hash of ${id}`,
      kind: 'user',
      accountId: 'ada',
      name: `Key ${id}`,
      scopes: scopes.join(','),
      addresses: '',
      createdAt: now,
      endsAt: now + 90 * dayMs,
      lastUsedAt: null,
      ...over,
    });
  };
  const warned = async () => {
    const events = await database.db
      .selectFrom('unlogged_event')
      .select(['key', 'facts', 'causer'])
      .where('type', '=', 'key.ends')
      .orderBy('id')
      .execute();
    return events.map(({ key, facts, causer }) => `${key} ${JSON.parse(facts).days} ${causer}`);
  };

  it('keeps an administrator and an owner of the same id apart', async () => {
    const { db } = database;
    const names = { fullName: 'Ada', createdAt: 1, passwordHash: 'hash' };
    await db
      .insertInto('app_user')
      .values({
        ...names,
        id: 'same',
        userID: 'ada',
        userIDKey: 'ada',
        position: '',
        passwordSealed: '',
        version: 0,
      })
      .execute();
    await db
      .insertInto('admin')
      .values({ ...names, id: 'same', email: 'a@b.c', emailKey: 'a@b.c', role: 'viewer' })
      .execute();
    await add('of owner', { accountId: 'same' });
    await add('of admin', { accountId: 'same', kind: 'admin' });
    const rules = { hasSingleSignOn: false };
    const person = async (id: string) =>
      (await store.findUsedKey(db, `hash of ${id}`, rules))?.person;
    expect(await person('of owner')).toMatchObject({ kind: 'user', login: 'ada', access: 'all' });
    expect(await person('of admin')).toMatchObject({
      kind: 'admin',
      login: 'a@b.c',
      access: 'view',
    });
    const hashes = ['hash of of owner', 'hash of of admin', 'hash of nobody'];
    expect((await store.workingKeys(db, hashes, rules)).size).toBe(2);
    await db.updateTable('admin').set({ enabled: 'off' }).execute();
    expect(await person('of admin')).toBeNull();
    expect([...(await store.workingKeys(db, hashes, rules))]).toEqual(['hash of of owner']);
    await db.deleteFrom('api_key').execute();
  });

  it('warns 14 and 3 days before the end, once each, however many nodes look', async () => {
    const { db } = database;
    const now = await databaseNow(db);
    const ends = (days: number) => ({ endsAt: now + days * dayMs - 1000 });
    await add('far', ends(20));
    await add('in 14', ends(14));
    await add('in 3', ends(3));
    await add('over', ends(-1));
    await add('off', { ...ends(2), enabled: 'off' });
    await add('made for a week', { ...ends(7), warnings: 1 });
    const look = () => Promise.all([1, 2].map(() => createKeyWarnings({ db })()));
    await look();
    await look();
    expect((await warned()).toSorted()).toEqual(['in 14 14 ada', 'in 3 3 ada']);
    // Time goes on: what had one warning gets the last one.
    await db
      .updateTable('api_key')
      .set({ endsAt: now + 2.5 * dayMs })
      .where('id', 'in', ['in 14', 'made for a week'])
      .execute();
    await look();
    await look();
    expect((await warned()).toSorted()).toEqual([
      'in 14 14 ada',
      'in 14 3 ada',
      'in 3 3 ada',
      'made for a week 3 ada',
    ]);
  });
});
