import { appList } from '@adwarden/contract/apps';
import { limits } from '@adwarden/contract/limits';
import { appUsageAnswer, usageAnswer } from '@adwarden/contract/usage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countUsage } from '../../../test/databases/count-usage.ts';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';
import { pruneNow } from '../../../test/servers/prune.ts';
import { dayMs, dayOf } from '../../kit/clock.ts';

/* Usage from a phone's request to the answers about it, through the whole product. */

type Made = { appID: string; authToken: string };

let api: AppServer;
let address: string;
beforeAll(async () => {
  // The server prunes nothing by itself.
  const options = { writeUsageEvery: 20, begins: false };
  api = await openAppServer({ TRUST_PROXY: '127.0.0.1' }, options);
  address = (await api.listen()).replace('localhost', '127.0.0.1');
});
afterAll(() => api?.close());

const today = () => dayOf(Date.now());
const isoDay = (day: number) => new Date(day).toISOString().slice(0, 10);

async function ask({ appID, authToken }: Made, init?: RequestInit) {
  const answer = await fetch(`${address}/api/getAds?appID=${appID}&authToken=${authToken}`, init);
  await answer.arrayBuffer();
  return answer;
}
const usageOf = async (appID: string, query = {}, as = api.admin) => {
  const answer = await api.call('getAppUsage', { as, id: appID, query });
  expect(answer.status, answer.text).toBe(200);
  return appUsageAnswer.parse(answer.body).data;
};
const overview = async (query = {}, as = api.admin) => {
  const answer = await api.call('getUsage', { as, query });
  expect(answer.status, answer.text).toBe(200);
  return usageAnswer.parse(answer.body).data;
};
const write = (day: number, appID: string, ok: number) =>
  countUsage(api.db, day, [appID, '', 'on', ok, 0]);

describe('what phones ask', () => {
  it('is counted by outcome: 200, 304, a token rotated away, a wrong one', async () => {
    const app: Made = await api.add({ selectedUser: 'ada' });
    const etag = (await ask(app)).headers.get('etag') ?? '';
    await ask(app, { method: 'HEAD' });
    await ask(app, { headers: { 'if-none-match': etag } });
    await ask({ ...app, authToken: 'x'.repeat(32) });
    await api.call('rotateToken', { as: api.admin, id: app.appID, body: {} });
    expect((await ask(app)).status).toBe(200);
    await ask(app, { headers: { 'if-none-match': '*' } });
    const counts = { ok: 3, notModified: 2, oldToken: 2, wrongToken: 1 };
    await expect.poll(async () => (await usageOf(app.appID)).total).toEqual(counts);

    const { days, countries } = await usageOf(app.appID, { days: 3 }, api.ada);
    expect(days.map(({ day }) => day)).toEqual(
      [2, 1, 0].map((back) => isoDay(today() - back * dayMs)),
    );
    expect(days.at(-1)).toEqual({ day: isoDay(today()), ...counts });
    expect(days[0]).toMatchObject({ ok: 0, notModified: 0, oldToken: 0, wrongToken: 0 });
    expect(countries).toEqual([]);
  });

  it('is counted by country where IP rules look it up, and only there', async () => {
    const ruled: Made = await api.add({ ipAddress: 'on' });
    const plain: Made = await api.add();
    for (const caller of ['8.8.8.8', '8.8.4.4', '10.0.0.1']) {
      for (const app of [ruled, plain]) await ask(app, { headers: { 'x-forwarded-for': caller } });
    }
    await expect.poll(async () => (await usageOf(ruled.appID)).total.ok).toBe(3);
    expect((await usageOf(ruled.appID)).countries).toEqual([{ country: 'US', requests: 2 }]);
    await expect.poll(async () => (await usageOf(plain.appID)).total.ok).toBe(3);
    expect((await usageOf(plain.appID)).countries).toEqual([]);
  });

  it('of unknown apps is one number that only administrators see, and no names', async () => {
    const before = await overview();
    for (const start of ['a', 'b', 'c']) {
      await ask({ appID: start.repeat(16), authToken: 'x'.repeat(32) });
    }
    await expect
      .poll(async () => (await overview()).unknownApps)
      .toBe((before.unknownApps ?? 0) + 3);
    expect((await overview()).total.wrongToken).toBe(before.total.wrongToken);
    expect(await overview({}, api.ada)).not.toHaveProperty('unknownApps');
    const rows = await api.db
      .selectFrom('app_usage')
      .select('appID')
      .where('appID', 'in', ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'])
      .execute();
    expect(rows).toEqual([]);
  });

  it('is not in the log of changes', async () => {
    const app: Made = await api.add();
    const before = await api.everything();
    await ask(app);
    await expect.poll(async () => (await usageOf(app.appID)).total.ok).toBe(1);
    expect(await api.everything()).toEqual(before);
  });
});

describe('the usage of an app', () => {
  it('is for administrators and the owner; anybody else is told 404', async () => {
    const { appID } = await api.add({ selectedUser: 'ada' });
    const answer = (as: string, id = appID) => api.call('getAppUsage', { as, id });
    expect((await answer(api.ada)).status).toBe(200);
    expectRefusal(await answer(api.eve), 404);
    for (const id of ['*', '%', 'aaaaaaaaaaaaaaaa', '🦄', appID.toUpperCase()]) {
      expectRefusal(await answer(api.admin, id), 404);
    }
    const { appID: nobodys } = await api.add();
    expectRefusal(await answer(api.ada, nobodys), 404);
  });

  it('has the days that are asked for, 30 unless said otherwise, 90 at most', async () => {
    const { appID } = await api.add();
    await write(today() - 29 * dayMs, appID, 3);
    await write(today() - 89 * dayMs, appID, 4);
    expect((await usageOf(appID)).days).toHaveLength(limits.usage.days);
    expect((await usageOf(appID)).days[0]).toMatchObject({ ok: 3 });
    expect((await usageOf(appID, { days: 90 })).total.ok).toBe(7);
    expect((await usageOf(appID, { days: 1 })).total.ok).toBe(0);
    for (const days of ['0', '91', '-1', '1.5', 'x', '1e1', '9'.repeat(30)]) {
      const refused = await api.call('getAppUsage', {
        as: api.admin,
        id: appID,
        query: { days },
      });
      expectRefusal(refused, 400, 'days');
    }
    const other = await api.callLoosely('getAppUsage', {
      as: api.admin,
      id: appID,
      query: { day: 1 },
    });
    expectRefusal(other, 400, 'day');
  });

  it('names countries, those with most requests first', async () => {
    const { appID } = await api.add();
    await countUsage(
      api.db,
      today(),
      [appID, '', 'on', 10, 0],
      [appID, 'DE', 'country', 2, 1],
      [appID, 'DE', 'wrong-token', 9, 0],
      [appID, 'US', 'on', 5, 0],
      [appID, 'AT', 'on', 2, 0],
    );
    expect((await usageOf(appID)).countries).toEqual([
      { country: 'US', requests: 5 },
      { country: 'AT', requests: 2 },
      { country: 'DE', requests: 2 },
    ]);
  });

  it('goes with the app and comes back with it', async () => {
    const app: Made = await api.add();
    await write(today(), app.appID, 12);
    await api.call('deleteApp', { as: api.admin, id: app.appID });
    expectRefusal(await api.call('getAppUsage', { as: api.admin, id: app.appID }), 404);
    expect((await overview()).topApps.map(({ appID }) => appID)).not.toContain(app.appID);
    const [last] = (await api.entriesOf(app.appID)).slice(-1);
    await api.call('restoreChange', { as: api.admin, id: last?.seq ?? 0 });
    expect((await usageOf(app.appID)).total.ok).toBe(12);
  });
});

describe('the overview', () => {
  it('adds up what the caller may see, and names the apps with most requests', async () => {
    const mine = await api.add({ selectedUser: 'eve', appName: 'Eve’s own' });
    await write(today() - 6 * dayMs, mine.appID, 7);
    await write(today() - 7 * dayMs, mine.appID, 100);
    const week = await overview({}, api.eve);
    expect(week.days).toHaveLength(7);
    expect(week.total.ok).toBe(7);
    expect(week.topApps).toEqual([{ appID: mine.appID, appName: 'Eve’s own', requests: 7 }]);
    expect((await overview({ days: 30 }, api.eve)).total.ok).toBe(107);
    expect((await overview()).total.ok).toBeGreaterThanOrEqual(7);
  });

  it('is of 7 or 30 days', async () => {
    for (const days of ['1', '90', '', 'x']) {
      const refused = await api.callLoosely('getUsage', { as: api.admin, query: { days } });
      expectRefusal(refused, 400, 'days');
    }
  });
});

describe('a list of applications', () => {
  it('has the requests of the last seven days when they are asked for, and only then', async () => {
    const busy = await api.add({ selectedUser: 'ada', appName: 'Asked for' });
    const silent = await api.add({ selectedUser: 'ada', appName: 'Asked for never' });
    await write(today() - 6 * dayMs, busy.appID, 2);
    await countUsage(api.db, today(), [busy.appID, 'DE', 'on', 5, 4]);
    await countUsage(api.db, today(), [busy.appID, 'RU', 'country', 3, 0]);
    await write(today() - 7 * dayMs, busy.appID, 1000);
    const query = { search: 'Asked for', sort: 'appName', with: 'usage' } as const;
    for (const [name, as, id] of [
      ['getAllApp', api.admin, undefined],
      ['getApp', api.ada, 'ada'],
    ] as const) {
      const { body } = await api.call(name, { as, ...(id && { id }), query });
      const { data } = appList.parse(body);
      expect(
        data.map(({ appID, requests7d, withAds7d }) => [appID, requests7d, withAds7d]),
      ).toEqual([
        [busy.appID, 10, 7],
        [silent.appID, 0, 0],
      ]);
    }
    for (const plain of [undefined, { search: 'Asked for' }]) {
      const { body } = await api.call('getAllApp', {
        as: api.admin,
        ...(plain && { query: plain }),
      });
      expect(body.data[0]).not.toHaveProperty('requests7d');
    }
    const refused = await api.callLoosely('getAllApp', { as: api.admin, query: { with: 'all' } });
    expectRefusal(refused, 400, 'with');
  });
});

it('keeps 90 days', async () => {
  const { appID } = await api.add();
  await write(today() - 89 * dayMs, appID, 1);
  await write(today() - 90 * dayMs, appID, 1);
  await write(today() - 400 * dayMs, appID, 1);
  // Each of these two days has a row of the app and a row of the total.
  expect((await pruneNow(api.db)).usage).toBeGreaterThanOrEqual(4);
  const rows = await api.db
    .selectFrom('app_usage')
    .select('day')
    .where('appID', '=', appID)
    .execute();
  expect(rows).toEqual([{ day: today() - 89 * dayMs }]);
  expect((await pruneNow(api.db)).usage).toBe(0);
});
