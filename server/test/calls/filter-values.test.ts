import { sampleAdUnits } from '@adwarden/contract/ad-units';
import { type CountedFilter, countedFilters, filterValues } from '@adwarden/contract/filter-values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeRequestsOfLists } from '../../src/features/usage/usage.list.service.ts';
import { dayMs, dayOf } from '../../src/kit/clock.ts';
import { countUsage } from '../databases/count-usage.ts';
import { type AppServer, expectRefusal, openAppServer } from '../servers/app-server.ts';

/* Filters by value (ADR 82): what a count says of a value is what the list with this value shows. */

let api: AppServer;
let fleet: Record<string, string>;

const countries = async (id: string, country: string) => {
  const body = { id, country };
  expect((await api.call('addConfigureApp', { as: api.admin, body })).status).toBe(200);
};
const pause = async (scope: string, value: string) => {
  const body = { scope, value, reason: 'Looking' } as const;
  const answer = await api.callLoosely('startPause', { as: api.admin, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.id as string;
};
const schedule = async (appID: string, changes: object, as: string) => {
  const body = { appID, changes, at: new Date(Date.now() + 3_600_000).toISOString() };
  const answer = await api.call('createChangeRequest', { as, body });
  expect(answer.status, answer.text).toBe(200);
};

beforeAll(async () => {
  api = await openAppServer();
  const add = async (over: Record<string, unknown> = {}): Promise<string> =>
    (await api.add(over)).appID;
  const units = { googleNative1: '', googleBanner1: '' };
  fleet = {
    fine: await add({ selectedUser: 'ada', accountName: 'Harbour Apps' }),
    quiet: await add({ selectedUser: 'ada', accountName: 'harbour apps', appStatus: 'in-develop' }),
    suspended: await add({ selectedUser: 'ada', accountName: 'Éclair', appStatus: 'suspend' }),
    off: await add({ selectedUser: 'eve', accountName: 'ÉCLAIR', adsStatus: 'off' }),
    empty: await add({ selectedUser: 'eve', accountName: 'Kelp, Inc. 100%', ...units }),
    emptyInDevelop: await add({ accountName: '', appStatus: 'in-develop', ...units }),
    abroad: await add({ accountName: 'Kelp, Inc. 100%', ipAddress: 'on' }),
    atHome: await add({ accountName: '', ipAddress: 'on' }),
    pausedAlone: await add({ accountName: 'Lone' }),
    pausedWithAccount: await add({ accountName: 'Ärger' }),
    sample: await add({ accountName: '', googleNative1: sampleAdUnits.native }),
  };
  await countries(fleet.abroad as string, 'JP');
  await countries(fleet.atHome as string, 'IN');
  const day = dayOf(Date.now()) - dayMs;
  for (const [name, appID] of Object.entries(fleet)) {
    if (name === 'quiet') continue;
    const outcome = name === 'abroad' ? 'country' : 'on';
    await countUsage(api.db, day, [appID, 'IN', outcome, 100, 40]);
  }
  await writeRequestsOfLists(api.db, Date.now());
  await pause('app', fleet.pausedAlone as string);
  await pause('account', 'ärger');
  await schedule(fleet.fine as string, { adsStatus: 'off' }, api.ada);
  await schedule(fleet.off as string, { selectedUser: 'ada' }, api.admin);
  await schedule(fleet.empty as string, { appStatus: 'suspend' }, api.admin);
});
afterAll(() => api?.close());

type Query = Record<string, string | number>;
const values = async (query: Query, as = api.admin) => {
  const answer = await api.callLoosely('getFilterValues', { as, query });
  expect(answer.status, answer.text).toBe(200);
  return filterValues.parse(answer.body);
};
const counts = async (field: CountedFilter, query: Query = {}, as = api.admin) =>
  Object.fromEntries(
    (await values({ field, ...query }, as)).data.map(({ value, apps }) => [value, apps]),
  );
const namesOf = (appIDs: string[]) =>
  Object.keys(fleet)
    .filter((name) => appIDs.includes(fleet[name] as string))
    .sort();
const listed = async (query: Query, as = api.admin): Promise<string[]> => {
  const call = as === api.admin ? 'getAllApp' : 'getApp';
  const id = as === api.ada ? 'ada' : 'eve';
  const answer = await api.call(call, {
    as,
    ...(as !== api.admin && { id }),
    query: { page: 0, pageSize: 100, ...query },
  });
  expect(answer.status, answer.text).toBe(200);
  return namesOf(answer.body.data.map(({ appID }: { appID: string }) => appID));
};

describe('the filters', () => {
  it('find what is paused, in whatever spelling of its account, and what is not', async () => {
    const paused = ['pausedAlone', 'pausedWithAccount'];
    expect(await listed({ paused: 'yes' })).toEqual(paused);
    const rest = Object.keys(fleet).filter((name) => !paused.includes(name));
    expect(await listed({ paused: 'no' })).toEqual(rest.sort());
  });

  it('find what is paused with its owner, or with all apps, until the pause ends', async () => {
    const owners = await api.db.selectFrom('app_user').select(['id', 'userIDKey']).execute();
    const ada = owners.find(({ userIDKey }) => userIDKey === 'ada')?.id ?? '';
    const ids = [await pause('owner', ada)];
    const ofAda = ['fine', 'quiet', 'suspended'];
    expect(await listed({ paused: 'yes' })).toEqual(
      [...ofAda, 'pausedAlone', 'pausedWithAccount'].sort(),
    );
    expect(await listed({ paused: 'yes' }, api.ada)).toEqual(ofAda);
    ids.push(await pause('all', ''));
    expect(await listed({ paused: 'no' })).toEqual([]);
    for (const id of ids) await api.call('endPause', { as: api.admin, id, body: {} });
    expect(await listed({ paused: 'yes' })).toEqual(['pausedAlone', 'pausedWithAccount']);
  });

  it('find scheduled changes that the caller sees', async () => {
    expect(await listed({ scheduled: 'yes' })).toEqual(['empty', 'fine', 'off']);
    expect(await listed({ scheduled: 'yes' }, api.ada)).toEqual(['fine']);
    // A change that gives an app away is not told to its present owner before.
    expect(await listed({ scheduled: 'yes' }, api.eve)).toEqual(['empty']);
    expect(await listed({ scheduled: 'no' }, api.eve)).toEqual(['off']);
  });

  it('find apps with traffic of which no phone gets ads, as the list says it of each', async () => {
    type Listed = { appID: string; delivery: { to: string } };
    const query = { page: 0, pageSize: 100 };
    const { body } = await api.call('getAllApp', { as: api.admin, query });
    const without = body.data.filter(({ delivery }: Listed) => delivery.to === 'none');
    const told = namesOf(without.map(({ appID }: Listed) => appID));
    expect(told).toEqual(['abroad', 'empty', 'emptyInDevelop', 'off', 'suspended']);
    // This server has no process that answers ads, so its lists know of no pause.
    const paused = ['pausedAlone', 'pausedWithAccount'];
    expect(await listed({ traffic: 'without-ads' })).toEqual([...told, ...paused].sort());
    expect(await listed({ traffic: 'none' })).toEqual(['quiet']);
    expect((await listed({ traffic: 'any' })).length).toBe(Object.keys(fleet).length - 1);
  });

  it('do not call requests without ads what was counted before an upgrade', async () => {
    const app = api.db.updateTable('app_list').where('appID', '=', fleet.atHome as string);
    await app.set({ allowed7d: null }).execute();
    expect(await listed({ traffic: 'without-ads' })).not.toContain('atHome');
    await writeRequestsOfLists(api.db, Date.now());
    const row = api.db.selectFrom('app_list').select('allowed7d');
    const { allowed7d } = await row
      .where('appID', '=', fleet.atHome as string)
      .executeTakeFirstOrThrow();
    expect(allowed7d).toBe(100);
  });

  it('select the apps of a batch', async () => {
    const select = { where: { traffic: 'without-ads' } };
    const body = { select, change: { set: { note: 'Looked at' } } } as const;
    const { body: preview } = await api.callLoosely('previewBatch', { as: api.admin, body });
    expect(preview.data).toMatchObject({ total: 7, changed: 7 });
    const ofEve = await api.callLoosely('previewBatch', { as: api.eve, body });
    expect(ofEve.body.data).toMatchObject({ total: 2 });
  });
});

describe('the values', () => {
  it.each(countedFilters)('of %s are counted as the list shows them', async (field) => {
    for (const as of [api.admin, api.ada, api.eve]) {
      const { data, hasMore } = await values({ field }, as);
      expect(hasMore).toBe(false);
      for (const { value, apps } of data) {
        expect(apps, `${field} ${value}`).toBe((await listed({ [field]: value }, as)).length);
      }
    }
  });

  it('are those of own apps for an owner', async () => {
    expect(await counts('account', {}, api.eve)).toEqual({ ÉCLAIR: 1, 'Kelp, Inc. 100%': 1 });
    expect(await counts('userID', {}, api.eve)).toEqual({ eve: 2 });
    expect(await counts('paused', {}, api.ada)).toEqual({ no: 3 });
  });

  it('have names that people know, and a spelling of each account', async () => {
    const { data } = await values({ field: 'userID' });
    expect(data.map(({ value, apps }) => [value, apps])).toEqual([
      ['ada', 3],
      ['eve', 2],
    ]);
    for (const { value, label } of data) expect(label).not.toBe(value);
    const accounts = await values({ field: 'account' });
    expect(accounts.data.map(({ apps }) => apps)).toEqual([2, 2, 2, 1, 1]);
    expect(accounts.data.map(({ label }) => label.toLowerCase()).sort()).toEqual([
      'harbour apps',
      'kelp, inc. 100%',
      'lone',
      'ärger',
      'éclair',
    ]);
  });

  it('are counted within the other filters, and not within that of the field itself', async () => {
    expect(await counts('appStatus', { userID: 'ada' })).toEqual({
      live: 1,
      'in-develop': 1,
      suspend: 1,
    });
    expect(await counts('appStatus', { userID: 'ada', appStatus: 'live' })).toEqual({
      live: 1,
      'in-develop': 1,
      suspend: 1,
    });
    expect(await counts('userID', { owner: 'none' })).toEqual({ ada: 3, eve: 2 });
    expect(await counts('traffic', { search: 'no such app' })).toEqual({});
  });

  it('are found by a part of their label, in upper or lower case', async () => {
    expect(Object.keys(await counts('account', { find: 'KELP' }))).toEqual(['Kelp, Inc. 100%']);
    expect(Object.keys(await counts('account', { find: '100%' }))).toEqual(['Kelp, Inc. 100%']);
    expect(await counts('account', { find: '%' })).toEqual({ 'Kelp, Inc. 100%': 2 });
    expect(await counts('account', { find: 'nothing like it' })).toEqual({});
  });

  it('name one value for a chip', async () => {
    const { data } = await values({ field: 'userID', value: 'EVE' });
    expect(data).toMatchObject([{ value: 'eve', apps: 2 }]);
    expect((await values({ field: 'userID', value: 'nobody' })).data).toEqual([]);
    // An owner is told nothing of others.
    expect((await values({ field: 'userID', value: 'eve' }, api.ada)).data).toEqual([]);
  });

  it('end after fifty, and say that there are more', async () => {
    for (let index = 0; index < 52; index += 1) {
      await api.add({ accountName: `Many ${index}` }, api.ada);
    }
    const { data, hasMore } = await values({ field: 'account', find: 'many' });
    expect([data.length, hasMore]).toEqual([50, true]);
    expect(await counts('account', { find: 'many 51' })).toEqual({ 'Many 51': 1 });
  });
});

it.each<[Query, string]>([
  [{}, 'field'],
  [{ field: 'password' }, 'field'],
  [{ field: 'account', find: 'x'.repeat(256) }, 'find'],
  [{ field: 'paused', find: 'y' }, 'find'],
  [{ field: 'finding', value: 'any' }, 'value'],
  [{ field: 'account', page: 1 }, 'page'],
  [{ field: 'account', paused: 'maybe' }, 'paused'],
  [{ field: 'account', traffic: 'some' }, 'traffic'],
])('refuses the values of %j by name', async (query, field) => {
  expectRefusal(await api.callLoosely('getFilterValues', { as: api.admin, query }), 400, field);
});
