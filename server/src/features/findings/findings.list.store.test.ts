import { beforeAll, describe, expect, it } from 'vitest';
import { eachDialect } from '../../../test/databases/dialects.ts';
import { appOf } from '../../../test/samples/app-list-sample.ts';
import { createChangeLog } from '../../changes/change-log.ts';
import { appsWithFindings, type FindingFilter, pageOfFindings } from './findings.list.store.ts';
import { createFindings } from './findings.service.ts';
import { rankOf } from './findings.table.ts';
import { notMuted } from './rules/compare.ts';

/** The requests of a week, and the findings of each app: rule and severity. */
const apps = {
  quiet: { requests: 0, found: [['no-ad-unit', 'error']] },
  still: { requests: 0, found: [['live-without-owner', 'notice']] },
  busy: { requests: 9000, found: [['ads-off-for-a-week', 'notice']] },
  usual: {
    requests: 50,
    found: [
      ['unit-twice', 'warning'],
      ['no-ad-unit', 'error'],
    ],
  },
  fine: { requests: 100_000, found: [] },
  muted: { requests: 200_000, found: [['no-ad-unit', 'error']] },
} as const;

eachDialect('apps with findings', (database) => {
  beforeAll(async () => {
    const { db } = database;
    await db.insertInto('app_user').values(owner).execute();
    for (const [appID, { requests, found }] of Object.entries(apps)) {
      const ownerId = appID === 'busy' ? null : 'u1';
      await db
        .insertInto('app')
        .values({ ...appOf(0), appID, ownerId })
        .execute();
      await db
        .updateTable('app_list')
        .set({ requests7d: requests })
        .where('appID', '=', appID)
        .execute();
      for (const [rule, severity] of found) {
        const mute = appID === 'muted' ? { ...notMuted, mutedAt: 5 } : notMuted;
        const said = { detail: '', facts: '', apps: '', since: 1, rank: rankOf(severity) };
        await db
          .insertInto('finding')
          .values({ appID, rule, field: '', ...said, ...mute })
          .execute();
      }
    }
  });

  const page = async (filter: FindingFilter, offset = 0, limit = 10) => {
    const { apps, total } = await appsWithFindings(database.db, filter, { offset, limit });
    return { apps: apps.map(({ appID }) => appID), total };
  };
  const open = { muted: false };

  it('come by their requests, then by their worst finding, each once', async () => {
    const { apps } = await appsWithFindings(database.db, open, { offset: 0, limit: 10 });
    expect(apps).toEqual([
      { appID: 'busy', requests7d: 9000 },
      { appID: 'usual', requests7d: 50 },
      { appID: 'quiet', requests7d: 0 },
      { appID: 'still', requests7d: 0 },
    ]);
    expect(await page(open, 1, 2)).toEqual({ apps: ['usual', 'quiet'], total: 4 });
  });

  it('come after the installation, which concerns all of them', async () => {
    const { db } = database;
    const said = { detail: 'Most.', facts: '', apps: '', since: 1, rank: 1, ...notMuted };
    const key = { appID: '', rule: 'callers-unknown', field: '' } as const;
    await db
      .insertInto('finding')
      .values({ ...key, ...said })
      .execute();
    const { apps } = createFindings({ db, changeLog: createChangeLog(db, feed, Date.now) });
    const ask = async (kind: 'admin' | 'user', page: number, pageSize: number) => {
      const actor = { kind, id: 'u1', fullName: '', login: '', address: '' };
      const { items, total } = await apps(actor, { page, pageSize, muted: 'false' });
      return [total, ...items.map(({ appID, requests7d }) => `${appID} ${requests7d}`)];
    };
    expect(await ask('admin', 0, 2)).toEqual([5, ' null', 'busy 9000']);
    expect(await ask('admin', 1, 2)).toEqual([5, 'usual 50', 'quiet 0']);
    expect(await ask('admin', 2, 2)).toEqual([5, 'still 0']);
    expect(await ask('user', 0, 2)).toEqual([3, 'usual 50', 'quiet 0']);
    await db.deleteFrom('finding').where('appID', '=', '').execute();
  });

  describe('are limited', () => {
    it.each<[string, FindingFilter, string[]]>([
      ['to a rule', { ...open, rule: 'no-ad-unit' }, ['usual', 'quiet']],
      ['to a severity', { ...open, rank: rankOf('notice') }, ['busy', 'still']],
      ['to muted ones', { muted: true }, ['muted']],
      ['to an owner', { ...open, ownerId: 'u1' }, ['usual', 'quiet', 'still']],
      ['to an app', { ...open, appID: 'busy' }, ['busy']],
    ])('%s', async (_, filter, expected) => {
      expect(await page(filter)).toEqual({ apps: expected, total: expected.length });
    });
  });
});

const feed = { announce: async () => null };
const owner = {
  id: 'u1',
  userID: 'ada',
  userIDKey: 'ada',
  fullName: 'Ada',
  position: '',
  passwordHash: '',
  passwordSealed: '',
  createdAt: 0,
  version: 0,
};

/** A number of apps above the limit up to which apps are looked up by their IDs. */
const many = 2100;
const perStatement = 100;

eachDialect('findings of thousands of apps', (database) => {
  beforeAll(async () => {
    await database.db.insertInto('app_user').values(owner).execute();
    for (let first = 0; first < many; first += perStatement) {
      const indices = Array.from({ length: perStatement }, (_, step) => first + step);
      const rows = indices.map((index) => ({
        ...appOf(0),
        appID: `bulk${index}`,
        appName: index < 3 ? 'Alone' : `Crowd ${index % 2 === 0 ? 'even' : 'odd'}`,
        accountName: 'Anchorage',
        ownerId: index % 7 === 0 ? 'u1' : null,
      }));
      await database.db.insertInto('app').values(rows).execute();
      const found = indices.flatMap((index) => [
        { appID: `bulk${index}`, rule: 'no-ad-unit' as const, rank: index % 3, index },
        ...(index % 5 === 0
          ? [{ appID: `bulk${index}`, rule: 'unit-twice' as const, rank: 1, index }]
          : []),
      ]);
      await database.db
        .insertInto('finding')
        .values(
          found.map(({ index, ...key }) => ({
            ...key,
            field: '',
            detail: '',
            facts: '',
            apps: '',
            since: index % 11,
            ...notMuted,
            mutedAt: index % 4 === 0 ? 5 : null,
          })),
        )
        .execute();
    }
  });

  const whole = { page: 0, pageSize: 5000 };
  const listed = async (filter: FindingFilter) =>
    (await pageOfFindings(database.db, filter, whole)).rows.map(({ appID, rule }) => [appID, rule]);

  it.each<FindingFilter>([
    {},
    { muted: true },
    { muted: false, rank: 1 },
    { rule: 'unit-twice' },
    { ownerId: 'u1' },
    { ownerId: 'u1', muted: true },
  ])('are those of the apps that the words find, in the same order: %j', async (filter) => {
    const all = await listed(filter);
    expect(all.length).toBeGreaterThan(0);
    const rows = await database.db.selectFrom('app').select(['appID', 'appName']).execute();
    const names = new Map(rows.map(({ appID, appName }) => [appID, appName]));
    for (const [search, words] of [
      ['crowd', /Crowd/],
      ['even', /even/],
      ['alone', /Alone/],
      ['bulk', /./],
    ] as const) {
      const wanted = all.filter(([appID = '']) => words.test(names.get(appID) ?? ''));
      for (const account of [undefined, 'anchor']) {
        const asked = { ...filter, search, account };
        expect(await listed(asked)).toEqual(wanted);
        const short = await pageOfFindings(database.db, asked, { page: 2, pageSize: 3 });
        expect(short.total).toBe(wanted.length);
        expect(short.rows.map(({ appID, rule }) => [appID, rule])).toEqual(wanted.slice(6, 9));
        const wantedApps = new Set(wanted.map(([appID]) => appID));
        const apps = await appsWithFindings(database.db, asked, { offset: 0, limit: 5000 });
        expect(apps.total).toBe(wantedApps.size);
        expect(new Set(apps.apps.map(({ appID }) => appID))).toEqual(wantedApps);
      }
    }
    expect(await listed({ ...filter, search: 'zebra' })).toEqual([]);
  });
});
