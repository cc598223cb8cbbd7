import { accountKey } from '@adwarden/contract/app-ads/accounts';
import { limits } from '@adwarden/contract/limits';
import { beforeEach, expect, it } from 'vitest';
import { eachDialect } from '../../../test/databases/dialects.ts';
import { sampleAppRow } from '../../../test/samples/sample-app-snapshot.ts';
import { newId } from '../../kit/ids.ts';
import * as store from './app-ads.store.ts';

const unchecked = { checkedAt: null, missing: null, checked: '' };

eachDialect('accounts', (database) => {
  beforeEach(async () => {
    for (const table of ['app', 'app_fact', 'app_account'] as const) {
      await database.db.deleteFrom(table).execute();
    }
  });

  /** Stores an app, and the fact of its account that findings store. */
  async function add(accountName: string, publishers: string[], appStatus = 'live') {
    const { db } = database;
    const appID = newId();
    const row = { ...sampleAppRow({ appID }), accountName, appStatus };
    await db.insertInto('app').values(row).execute();
    const detail = [accountName, ...publishers].join('\n');
    const fact = { kind: 'account', value: accountKey(accountName), appID, detail } as const;
    await db.insertInto('app_fact').values(fact).execute();
  }
  const page = (query: Partial<Parameters<typeof store.pageOfAccounts>[1]> = {}) =>
    store.pageOfAccounts(database.db, { page: 0, pageSize: 10, ...query });

  it('need the publishers of their live apps, however the name is written', async () => {
    const { db } = database;
    await add('Harbour Apps', ['22', '11']);
    await add('harbour-apps', ['33', '11']);
    await add('Harbour Apps', ['44'], 'suspend');
    await add('Harbour Apps', [], 'in-develop');
    await add('Quay', ['55']);
    expect(await store.publishersOfAccount(db, 'harbourapps')).toEqual(['11', '22', '33']);
    expect(await store.appsOfAccount(db, 'harbourapps')).toEqual({
      name: 'Harbour Apps',
      apps: 4,
      liveApps: 2,
    });
    expect(await store.publishersOfAccount(db, 'nobody')).toEqual([]);
    expect(await store.appsOfAccount(db, 'nobody')).toBeUndefined();
  });

  it('have at most so many publishers', async () => {
    const { publishers } = limits.appAds;
    const many = Array.from({ length: publishers + 5 }, (_, index) => String(10_000 + index));
    await add('Harbour', many);
    expect(await store.publishersOfAccount(database.db, 'harbour')).toEqual(
      many.slice(0, publishers),
    );
  });

  it('are listed by name, in pages, and found by a part of it', async () => {
    await add('Quay_1', []);
    await add('harbour', []);
    await add('Harbour', []);
    await add('Éclair', []);
    const names = async (query?: Parameters<typeof page>[0]) =>
      (await page(query)).items.map(({ account }) => account);
    expect(await page()).toEqual({
      items: [
        { account: 'Harbour', apps: 2, site: '', checkedAt: null, missing: null, isBlocked: false },
        { account: 'Quay_1', apps: 1, site: '', checkedAt: null, missing: null, isBlocked: false },
        { account: 'Éclair', apps: 1, site: '', checkedAt: null, missing: null, isBlocked: false },
      ],
      total: 3,
    });
    expect(await names({ page: 1, pageSize: 2 })).toEqual(['Éclair']);
    expect(await names({ search: 'ARB-' })).toEqual(['Harbour']);
    expect(await names({ search: 'éc' })).toEqual(['Éclair']);
    expect(await page({ search: '%' })).toEqual({ items: [], total: 0 });
    expect(await names({ search: 'x' })).toEqual([]);
  });

  it('are saved, and saved over', async () => {
    const { db } = database;
    await add('Harbour', []);
    const row = { accountKey: 'harbour', accountName: 'Harbour', site: 'https://a.com' };
    const first = { ...row, extraLines: 'a.com, 1, DIRECT', version: 3 };
    const second = { ...row, site: '', extraLines: '', version: 5 };
    for (const one of [first, second, first]) {
      await db.transaction().execute((tx) => store.saveAccount(tx, one));
      expect(await store.findAccount(db, 'harbour')).toEqual({ ...one, ...unchecked });
    }
    expect(await store.findAccount(db, 'quay')).toBeUndefined();
    expect((await page()).items).toMatchObject([{ account: 'Harbour', site: 'https://a.com' }]);
  });

  it('keep what a check has found, until they are set anew', async () => {
    const { db } = database;
    await add('Harbour', []);
    const set = { accountName: 'Harbour', site: 'https://a.com', extraLines: '', version: 3 };
    const save = (accountKey: string, over: object = {}) =>
      db.transaction().execute((tx) => store.saveAccount(tx, { accountKey, ...set, ...over }));
    await save('harbour');
    await save('quay');
    await save('kelp', { site: '' });
    const [first, second] = await store.accountsOfSite(db, 'https://a.com');
    expect([first?.accountKey, second?.accountKey]).toEqual(['harbour', 'quay']);
    const at = 86_400_000;
    const lacking = { checkedAt: at, missing: ['a', 'b'], checked: '{}' };
    if (first) await store.storeCheck(db, first, lacking);
    expect(await store.findAccount(db, 'harbour')).toMatchObject({ ...lacking, missing: 'a\nb' });
    expect(await store.findAccount(db, 'quay')).toMatchObject(unchecked);
    expect((await page()).items).toMatchObject([
      { account: 'Harbour', checkedAt: '1970-01-02T00:00:00.000Z', missing: 2 },
    ]);
    const unknown = { checkedAt: 2 * at, missing: null, checked: '{"x":1}' };
    if (first) await store.storeCheck(db, first, unknown);
    expect(await store.findAccount(db, 'harbour')).toMatchObject({ ...unknown, missing: 'a\nb' });
    const isBlocked = async (result: object) => {
      const checked = JSON.stringify({ state: 'read', ...result });
      if (first) await store.storeCheck(db, first, { ...unknown, checked });
      return (await page()).items.map((item) => item.isBlocked);
    };
    expect(await isBlocked({ blocked: 'robots.txt of “a.com”', extra: [] })).toEqual([true]);
    expect(await isBlocked({ blocked: '', extra: ['"blocked":"x"', '"blocked":"'] })).toEqual([
      false,
    ]);
    expect(await isBlocked({ extra: ['a "blocked":"x" b', 'blocked'] })).toEqual([false]);
    await save('harbour', { version: 4 });
    expect(await store.findAccount(db, 'harbour')).toMatchObject(unchecked);
    if (first) await store.storeCheck(db, first, lacking);
    expect(await store.findAccount(db, 'harbour')).toMatchObject(unchecked);
  });

  it('are to be checked when they were not for a while, the longest first', async () => {
    const { db } = database;
    const save = (accountKey: string, site: string) =>
      db
        .transaction()
        .execute((tx) =>
          store.saveAccount(tx, { accountKey, accountName: 'x', site, extraLines: '', version: 1 }),
        );
    const checked = (accountKey: string, checkedAt: number) =>
      store.storeCheck(db, { accountKey, version: 1 }, { checkedAt, missing: [], checked: '{}' });
    for (const [key, site] of [
      ['a', 'one'],
      ['b', ''],
      ['c', 'two'],
      ['d', 'one'],
      ['e', 'six'],
    ]) {
      await save(key as string, site as string);
    }
    expect(await store.sitesToCheck(db, 100, 9)).toEqual(['one', 'two', 'six']);
    await checked('a', 50);
    await checked('c', 100);
    await checked('e', 101);
    expect(await store.sitesToCheck(db, 100, 9)).toEqual(['one', 'two']);
    await checked('d', 101);
    expect(await store.sitesToCheck(db, 100, 9)).toEqual(['one', 'two']);
    expect(await store.sitesToCheck(db, 100, 1)).toEqual(['one']);
    expect(await store.sitesToCheck(db, 49, 9)).toEqual([]);
  });
});
