import { beforeEach, expect, it } from 'vitest';
import { createChangesFeed } from '../../src/changes/changes.feed.ts';
import { insertApps } from '../../src/edits/apps.store.ts';
import { eachDialect } from '../databases/dialects.ts';
import { writeApp } from '../databases/write-app.ts';
import { admobUnit, createFindingsWriter } from '../samples/findings-writer.ts';
import { sampleSnapshot } from '../samples/sample-app-snapshot.ts';

/* Findings that depend on other apps: a save stores those of the app, and of a limited number of others. */

eachDialect('findings that depend on other apps', (database) => {
  const { save, remove, run, found } = createFindingsWriter(database);
  const ids = (count: number) =>
    Array.from({ length: count }, (_, index) => `app${String(index).padStart(3, '0')}`);

  beforeEach(async () => {
    for (const table of ['app', 'finding', 'app_fact', 'change'] as const) {
      await database.db.deleteFrom(table).execute();
    }
  });

  it('say that two apps share an ad unit, until one gives it up', async () => {
    await save('a', { googleBanner1: admobUnit(1) });
    await save('b', { reward1: admobUnit(1) });
    expect(await found('a')).toEqual(['unit-in-two-apps googleBanner1']);
    expect(await found('b')).toEqual(['unit-in-two-apps reward1']);
    await save('b', { reward1: admobUnit(2) });
    expect(await found('a')).toEqual([]);
    expect(await found('b')).toEqual([]);
  });

  it.each([
    ['an apostrophe', "it's"],
    ['a percent sign', '100%_off'],
    ['an emoji', '👨‍👩‍👧'],
    ['right-to-left text', 'وحدة'],
    ['a backslash and quotes', '\\"x"'],
  ])('compare ad units with %s as they are', async (_, unit) => {
    await save('a', { appOpen1: unit });
    await save('b', { appOpen2: unit });
    await save('c', { appOpen2: `${unit}.` });
    expect(await found('a')).toContain('unit-in-two-apps appOpen1');
    expect(await found('b')).toContain('unit-in-two-apps appOpen2');
    expect(await found('c')).not.toContain('unit-in-two-apps appOpen2');
  });

  it('go with the other app when it is deleted', async () => {
    await save('a', { googleBanner1: admobUnit(1) });
    await save('b', { googleBanner1: admobUnit(1) });
    await remove('b');
    expect(await found('a')).toEqual([]);
    expect(await found('b')).toEqual([]);
    const facts = await database.db.selectFrom('app_fact').select('appID').distinct().execute();
    expect(facts).toEqual([{ appID: 'a' }]);
  });

  it('say that two apps share a package name, also in other letters', async () => {
    await save('a', { packageName: 'com.harbour.tide' });
    await save('b', { packageName: 'com.Harbour.Tide' });
    expect(await found('a')).toEqual(['package-in-two-apps packageName']);
    expect(await found('b')).toEqual(['package-in-two-apps packageName']);
  });

  it('reach the other apps when most apps of the account get another publisher', async () => {
    const accountName = 'Harbour';
    await save('a', { accountName, googleBanner1: admobUnit(1, 2) });
    await save('b', { accountName, googleBanner1: admobUnit(2, 1) });
    expect([await found('a'), await found('b')]).toEqual([[], []]);
    await save('c', { accountName, googleBanner1: admobUnit(3, 1) });
    expect(await found('a')).toEqual(['publisher-unlike-account googleBanner1']);
    expect([await found('b'), await found('c')]).toEqual([[], []]);
    await save('c', { accountName, googleBanner1: admobUnit(3, 2) });
    expect(await found('a')).toEqual([]);
    expect(await found('b')).toEqual(['publisher-unlike-account googleBanner1']);
    await save('c', { accountName: 'Another', googleBanner1: admobUnit(3, 2) });
    expect([await found('a'), await found('b'), await found('c')]).toEqual([[], [], []]);
  });

  it('say that an account is spelled in two ways', async () => {
    await save('a', { accountName: 'Harbour Apps' });
    await save('b', { accountName: 'harbour-apps' });
    expect(await found('a')).toEqual(['account-spelling accountName']);
    expect(await found('b')).toEqual(['account-spelling accountName']);
    await save('c', { accountName: 'Harbour Apps' });
    expect(await found('a')).toEqual([]);
    expect(await found('b')).toEqual(['account-spelling accountName']);
    expect(await found('c')).toEqual([]);
  });

  it('reach few of many others at a save, and the rest at the next run', async () => {
    const many = ids(80);
    for (const appID of many) await save(appID, { googleBanner1: admobUnit(7) });
    const rows = () =>
      database.db
        .selectFrom('finding')
        .select(['appID', 'apps'])
        .where('rule', '=', 'unit-in-two-apps')
        .orderBy('appID')
        .execute();
    expect((await rows()).map(({ appID }) => appID)).toEqual(many);
    await remove('app001');
    const named = (await rows()).filter(({ apps }) => apps.includes('app001'));
    expect(named.length).toBeGreaterThan(0);
    expect(named.length).toBeLessThan(80);
    expect(await run()).toBe(named.length);
    expect((await rows()).filter(({ apps }) => apps.includes('app001'))).toEqual([]);
    expect(await run()).toBe(0);
  });

  it('of apps that something else has written come with the next run', async () => {
    for (const appID of ids(60)) {
      const row = sampleSnapshot({ appID, packageName: 'com.harbour.tide', googleBanner1: 'x y' });
      await database.db.transaction().execute((tx) => insertApps(tx, [{ row, version: 0 }], 1));
    }
    expect(await run()).toBe(60);
    for (const appID of ids(60)) {
      expect(await found(appID)).toEqual([
        'package-in-two-apps packageName',
        'unit-characters googleBanner1',
        'unit-in-two-apps googleBanner1',
      ]);
    }
    const feed = createChangesFeed();
    for (const appID of ids(60).slice(1))
      await writeApp({ db: database.db, feed }, 'delete', appID);
    expect(await run()).toBe(59);
    expect(await found('app000')).toEqual(['unit-characters googleBanner1']);
    const left = await database.db.selectFrom('finding').select('appID').distinct().execute();
    expect(left).toEqual([{ appID: 'app000' }]);
  });
});
