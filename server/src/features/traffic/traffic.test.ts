import { limits } from '@adwarden/contract/limits';
import {
  requestsOf,
  type Traffic,
  type TrafficCounts,
  trafficAnswer,
} from '@adwarden/contract/traffic/traffic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countUsage } from '../../../test/databases/count-usage.ts';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';
import { dayMs, dayOf, hourMs, hourOf, isoTime } from '../../kit/clock.ts';

/* Traffic from a phone's question to the answers about it, through the whole product. */

type Made = { appID: string; authToken: string };

let api: AppServer;
let address: string;
beforeAll(async () => {
  api = await openAppServer(
    { TRUST_PROXY: '127.0.0.1', ADS_MAX_AGE: '0' },
    { writeUsageEvery: 20 },
  );
  address = await api.listen();
});
afterAll(() => api.close());

const now = () => Date.now();
const ask = ({ appID, authToken }: Made, headers: Record<string, string> = {}) =>
  fetch(`${address}/api/getAds?${new URLSearchParams({ appID, authToken })}`, { headers });
const trafficOf = async (id: string, query: object = {}, as = api.admin): Promise<Traffic> => {
  const answer = await api.call('getAppTraffic', { as, id, query: query as never });
  expect(answer.status, answer.text).toBe(200);
  return trafficAnswer.parse(answer.body).data;
};
const trafficOfAll = async (query: object = {}, as = api.admin): Promise<Traffic> => {
  const answer = await api.call('getTraffic', { as, query: query as never });
  expect(answer.status, answer.text).toBe(200);
  return trafficAnswer.parse(answer.body).data;
};
const nothing: TrafficCounts = {
  on: 0,
  off: { paused: 0, suspended: 0, 'ads-off': 0, country: 0, vpn: 0 },
  unknown: 0,
  notModified: 0,
  oldToken: 0,
  wrongToken: 0,
};

describe('what phones ask', () => {
  it('is counted by what becomes of it, in the hour and on the day', async () => {
    const app: Made = await api.add({ selectedUser: 'ada', ipAddress: 'on' });
    const { appID } = app;
    const from = (caller: string) => ({ 'x-forwarded-for': caller });
    await api.call('addConfigureApp', { as: api.admin, body: { id: appID, country: 'US' } });
    const etag = (await ask(app, from('8.8.8.8'))).headers.get('etag') ?? '';
    expect((await ask(app, { ...from('8.8.8.8'), 'if-none-match': etag })).status).toBe(304);
    await ask({ ...app, authToken: 'x'.repeat(32) });
    await api.call('updateConfigureApp', { as: api.admin, id: appID, body: { country: 'DE' } });
    await ask(app, from('8.8.8.8'));
    await api.call('rotateToken', { as: api.admin, id: appID, body: {} });
    await api.update(appID, { ipAddress: 'off', adsStatus: 'off' });
    const off = (await ask(app)).headers.get('etag') ?? '';
    expect((await ask(app, { 'if-none-match': off })).status).toBe(304);
    await api.update(appID, { appStatus: 'suspend' });
    await ask(app);
    await api.call('startPause', {
      as: api.admin,
      body: { scope: 'app', value: appID, reason: 'Testing' },
    });
    await ask(app);
    const total = {
      ...nothing,
      on: 2,
      notModified: 2,
      oldToken: 4,
      wrongToken: 1,
      off: { paused: 1, suspended: 1, 'ads-off': 2, country: 1, vpn: 0 },
    };
    await expect.poll(async () => (await trafficOf(appID)).total).toEqual(total);
    const hours = await trafficOf(appID, { step: 'hour' }, api.ada);
    expect(hours.total).toEqual(total);
    expect(hours.countries).toEqual([
      {
        country: '',
        ...total,
        on: 0,
        notModified: 1,
        off: { ...total.off, country: 0 },
      },
      {
        country: 'US',
        ...nothing,
        on: 2,
        notModified: 1,
        off: { ...nothing.off, country: 1 },
      },
    ]);
    expect(requestsOf(total)).toBe(7);
  });
});

describe('the traffic of an app', () => {
  it('has every step, the running one last, and the same step a week before', async () => {
    const { appID } = await api.add();
    const today = dayOf(now());
    for (const [daysAgo, count] of [
      [0, 5],
      [2, 7],
      [7, 11],
      [9, 13],
      [89, 17],
    ] as const) {
      await countUsage(api.db, today - daysAgo * dayMs, [appID, '', 'on', count, 0]);
    }
    const { steps, total, keptFrom, asOf } = await trafficOf(appID);
    expect(steps).toHaveLength(limits.traffic.steps.day);
    expect(steps.slice(-3).map(({ on, weekBefore }) => [on, weekBefore?.on])).toEqual([
      [7, 13],
      [0, 0],
      [5, 11],
    ]);
    expect(steps.map(({ at }) => at)).toEqual(
      Array.from({ length: 30 }, (_, index) => isoTime(today - (29 - index) * dayMs)),
    );
    expect(total).toEqual({ ...nothing, on: 36 });
    expect(keptFrom).toBe(isoTime(today - 89 * dayMs));
    expect(Math.abs(Date.parse(asOf) - now())).toBeLessThan(60_000);

    const whole = await trafficOf(appID, { from: keptFrom.slice(0, 10) });
    expect(whole.steps).toHaveLength(90);
    expect(whole.steps[0]).toMatchObject({ on: 17, weekBefore: null });
    expect(whole.steps[7]?.weekBefore).toMatchObject({ on: 17 });
  });

  it('is kept by hour for eight days, so that a whole week can be compared', async () => {
    const { appID } = await api.add();
    const hour = hourOf(now());
    for (const [hoursAgo, count] of [
      [0, 2],
      [168, 3],
      [192, 4],
    ] as const) {
      await countUsage(api.db, hour - hoursAgo * hourMs, [appID, 'DE', 'country', count, 1]);
    }
    const usual = await trafficOf(appID, { step: 'hour' });
    expect(usual.steps).toHaveLength(limits.traffic.steps.hour);
    expect(usual.steps.at(-1)).toMatchObject({
      at: isoTime(hour),
      off: { country: 2 },
      notModified: 1,
      weekBefore: { off: { country: 3 } },
    });
    expect(usual.steps.at(-26)?.weekBefore).toBeNull();
    const whole = await trafficOf(appID, { step: 'hour', from: usual.keptFrom });
    expect(whole.steps).toHaveLength(193);
    expect(whole.steps[0]).toMatchObject({ off: { country: 4 }, weekBefore: null });
  });

  it('has the steps in which from and to are, whatever their time zone', async () => {
    const { appID } = await api.add();
    const today = isoTime(dayOf(now())).slice(0, 10);
    const yesterday = isoTime(dayOf(now()) - dayMs).slice(0, 10);
    const at = async (query: object) =>
      (await trafficOf(appID, query)).steps.map((step) => step.at.slice(0, 16));
    expect(await at({ from: yesterday, to: yesterday })).toEqual([`${yesterday}T00:00`]);
    expect(await at({ from: yesterday, to: today })).toHaveLength(2);
    const hours = {
      step: 'hour',
      from: `${yesterday}T10:40:00+05:30`,
      to: `${yesterday}T06:59:59Z`,
    };
    expect(await at(hours)).toEqual([`${yesterday}T05:00`, `${yesterday}T06:00`]);
    expect(await at({ step: 'hour', from: yesterday, to: yesterday })).toHaveLength(24);
  });

  it('is that of one country, if it is asked for', async () => {
    const { appID } = await api.add();
    const today = dayOf(now());
    await countUsage(api.db, today, [appID, 'IN', 'country', 30, 3], [appID, 'US', 'on', 50, 0]);
    const { steps, total, countries } = await trafficOf(appID, { country: 'IN' });
    expect(steps.at(-1)).toMatchObject({ on: 0, off: { country: 30 }, notModified: 3 });
    expect(requestsOf(total)).toBe(30);
    expect(countries.map((one) => [one.country, requestsOf(one)])).toEqual([
      ['US', 50],
      ['IN', 30],
    ]);
  });

  it('has requests of unknown outcome, which an older version counted', async () => {
    const { appID } = await api.add();
    const counts = { ok: 9, notModified: 1, oldToken: 2, wrongToken: 3 };
    await api.db
      .insertInto('app_usage')
      .values({ day: dayOf(now()), appID, country: '', ...counts })
      .execute();
    expect((await trafficOf(appID)).total).toEqual({
      ...nothing,
      unknown: 10,
      notModified: 1,
      oldToken: 2,
      wrongToken: 3,
    });
  });

  it('is for administrators and the owner; anybody else is told 404', async () => {
    const { appID } = await api.add({ selectedUser: 'ada' });
    const answer = (as: string, id = appID) => api.call('getAppTraffic', { as, id });
    expect((await answer(api.ada)).status).toBe(200);
    expectRefusal(await answer(api.eve), 404);
    for (const id of ['*', '%', 'aaaaaaaaaaaaaaaa', '🦄', appID.toUpperCase()]) {
      expectRefusal(await answer(api.admin, id), 404);
    }
  });
});

describe('a question about traffic', () => {
  const ahead = (ms: number) => isoTime(now() + ms);
  it.each<[Record<string, string>, string, RegExp]>([
    [{ step: 'week' }, 'step', /one of: hour, day/],
    [{ from: 'yesterday' }, 'from', /date or a time/],
    [{ to: '2026-02-30' }, 'to', /date or a time/],
    [{ from: ahead(-dayMs), to: ahead(-2 * dayMs) }, 'from', /must not be after to/],
    [{ from: ahead(2 * dayMs) }, 'from', /future/],
    [{ to: ahead(2 * dayMs) }, 'to', /future/],
    [{ step: 'hour', to: ahead(2 * hourMs) }, 'to', /future/],
    [{ from: ahead(-90 * dayMs) }, 'from', /\d{4}-\d\d-\d\d or later: .* kept for 90 days/],
    [{ to: ahead(-90 * dayMs) }, 'to', /or later: .* kept for 90 days/],
    [{ from: '0001-01-01' }, 'from', /or later/],
    [{ to: '9999-12-31' }, 'to', /future/],
    [
      { step: 'hour', from: ahead(-9 * dayMs) },
      'from',
      /T\d\d:00Z or later: traffic by hour is kept for 8 days/,
    ],
    [{ country: 'India' }, 'country', /code of a country/],
    [{ country: '' }, 'country', /code of a country/],
    [{ days: '7' }, 'days', /./],
  ])('%j is refused', async (query, field, message) => {
    for (const answer of [
      await api.call('getTraffic', { as: api.admin, query }),
      await api.call('getTraffic', { as: api.ada, query }),
    ]) {
      expectRefusal(answer, 400, field);
      expect(answer.body.errors[0].message).toMatch(message);
    }
  });

  it('may end with the rest of today', async () => {
    const today = isoTime(dayOf(now())).slice(0, 10);
    expect((await trafficOfAll({ to: today })).steps).toHaveLength(30);
    expect(
      (await trafficOfAll({ step: 'hour', to: isoTime(hourOf(now()) + hourMs - 1) })).steps,
    ).toHaveLength(48);
  });
});

describe('the traffic of all apps', () => {
  it('has those of deleted apps for administrators, and those of an owner’s own apps now', async () => {
    const today = dayOf(now());
    const before = [await trafficOfAll(), await trafficOfAll({}, api.eve)];
    const [kept, gone, of] = [
      await api.add({ selectedUser: 'eve' }),
      await api.add({ selectedUser: 'eve' }),
      await api.add({ selectedUser: 'ada' }),
    ];
    for (const { appID } of [kept, gone, of]) {
      await countUsage(api.db, today, [appID, 'FR', 'on', 10, 0]);
    }
    await countUsage(api.db, today, ['', '', 'wrong-token', 4, 0]);
    await api.call('deleteApp', { as: api.admin, id: gone.appID });
    const after = [await trafficOfAll(), await trafficOfAll({}, api.eve)];
    const more = after.map((one, index) => one.total.on - (before[index]?.total.on ?? 0));
    expect(more).toEqual([30, 10]);
    expect(after[0]?.unknownApps).toBe((before[0]?.unknownApps ?? 0) + 4);
    expect(after[1]).not.toHaveProperty('unknownApps');
    await api.update(of.appID, { selectedUser: 'eve' });
    expect((await trafficOfAll({}, api.eve)).total.on).toBe((after[1]?.total.on ?? 0) + 10);
    const [french] = (await trafficOfAll({ country: 'FR' }, api.eve)).countries;
    expect(french).toMatchObject({ country: 'FR', on: 20 });
  });
});
