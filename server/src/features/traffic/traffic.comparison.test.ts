import {
  type TrafficComparison,
  trafficComparisonAnswer,
} from '@adwarden/contract/traffic/comparison';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countUsage } from '../../../test/databases/count-usage.ts';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';
import { dayMs, dayOf, isoTime } from '../../kit/clock.ts';
import { compareDays } from './traffic.comparing.service.ts';
import { addUpByOwner } from './traffic.totals.service.ts';

/* The largest differences between some days and the same weekdays of the four weeks before. */

let api: AppServer;
let now = Date.now();
const yesterday = dayOf(Date.now()) - dayMs;
const isoDay = (daysAgo: number) => isoTime(yesterday - daysAgo * dayMs).slice(0, 10);
const apps: Record<'steady' | 'falling' | 'rising' | 'gone' | 'off', string> = {
  steady: '',
  falling: '',
  rising: '',
  gone: '',
  off: '',
};

beforeAll(async () => {
  api = await openAppServer({}, { begins: false, clock: () => now });
  const add = async (appName: string, selectedUser: string, accountName: string) =>
    (await api.add({ appName, selectedUser, accountName })).appID;
  apps.steady = await add('Steady', 'ada', 'Kelp');
  apps.falling = await add('Falling', 'ada', 'KELP');
  apps.rising = await add('Rising', 'eve', 'Tide');
  apps.gone = await add('Gone', 'eve', 'Tide');
  apps.off = await add('Off', 'eve', '');
  for (let daysAgo = 0; daysAgo < 40; daysAgo += 1) {
    const day = yesterday - daysAgo * dayMs;
    await countUsage(
      api.db,
      day,
      [apps.steady, 'DE', 'on', 100, 50],
      [apps.falling, 'DE', 'on', daysAgo === 0 ? 10 : 200, 0],
      [apps.rising, 'US', 'on', daysAgo === 0 ? 90 : 30, 0],
      [apps.gone, '', 'on', daysAgo === 0 ? 0 : 500, 0],
      [apps.off, 'IN', daysAgo === 0 ? 'country' : 'on', 70, 0],
      ['', '', 'wrong-token', daysAgo === 0 ? 5_000 : 0, 0],
    );
  }
  await api.call('deleteApp', { as: api.admin, id: apps.gone });
  // The hourly work has run: sums of owners are stored beside those of apps, and must not be counted again.
  await addUpByOwner(api.db, { now: Date.now(), trafficDays: 90 });
  await compareDays(api.db, { now: Date.now(), trafficDays: 90 });
});
afterAll(() => api.close());

const compared = async (
  query: Record<string, string> = {},
  as = api.admin,
): Promise<TrafficComparison> => {
  const answer = await api.call('compareTraffic', { as, query });
  expect(answer.status, answer.text).toBe(200);
  return trafficComparisonAnswer.parse(answer.body).data;
};
const inWords = ({ increases, decreases }: TrafficComparison) =>
  [...increases, ...decreases].map(
    ({ name, requests, usual, isGone }) => `${name} ${requests}/${usual}${isGone ? ' gone' : ''}`,
  );

it('is of yesterday against its weekday, by app, deleted ones with their last names', async () => {
  const answer = await compared();
  expect(inWords(answer)).toEqual(['Rising 90/30', 'Gone 0/500 gone', 'Falling 10/200']);
  expect(answer).toMatchObject({ from: isoDay(0), to: isoDay(0), weeks: 4, by: 'app' });
  expect(Date.parse(answer.computedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(answer.decreases[1]?.key).toBe(apps.falling);
});

it('is of those with ads on, if it is asked for', async () => {
  expect(inWords(await compared({ of: 'on' }))).toEqual([
    'Rising 90/30',
    'Gone 0/500 gone',
    'Falling 10/200',
    'Off 0/70',
  ]);
});

it('is of a week, and of earlier days', async () => {
  const week = await compared({ days: '7' });
  expect(inWords(week)).toEqual(['Rising 270/210', 'Gone 3000/3500 gone', 'Falling 1210/1400']);
  expect(week).toMatchObject({ from: isoDay(6), to: isoDay(0), weeks: 4 });
  const earlier = await compared({ day: isoDay(3) });
  expect(inWords(earlier)).toEqual([]);
  expect(earlier.weeks).toBe(4);
  // Counting may have begun late on the first stored day, so it does not count.
  expect((await compared({ day: isoDay(37) })).weeks).toBe(0);
  expect((await compared({ day: isoDay(30) })).weeks).toBe(1);
  const unknown = await compared({ day: isoDay(60) });
  expect(unknown).toMatchObject({ weeks: 0, computedAt: null, increases: [], decreases: [] });
});

it('is by owner, account and country of those who have the apps now', async () => {
  expect(inWords(await compared({ by: 'owner' }))).toEqual([
    'Eve Quay 160/100',
    'Ada Harbour 110/300',
  ]);
  const accounts = await compared({ by: 'account' });
  expect(accounts.increases).toMatchObject([{ key: 'tide', name: 'Tide', requests: 90 }]);
  expect(accounts.decreases).toMatchObject([{ key: 'kelp', requests: 110, usual: 300 }]);
  expect(inWords(await compared({ by: 'country' }))).toEqual(['US 90/30', 'DE 110/300']);
});

it('is of the own apps for an owner, worked out at once', async () => {
  expect(inWords(await compared({}, api.ada))).toEqual(['Falling 10/200']);
  expect(inWords(await compared({ days: '7', by: 'account' }, api.ada))).toEqual([
    expect.stringMatching(/^kelp 1910\/2100$/i),
  ]);
  expect(inWords(await compared({ of: 'on', by: 'country' }, api.eve))).toEqual([
    'US 90/30',
    'IN 0/70',
  ]);
  const answer = await compared({}, api.eve);
  expect(inWords(answer), 'a deleted app is nobody’s').toEqual(['Rising 90/30']);
  expect(answer.computedAt).not.toBeNull();
  const refused = await api.call('compareTraffic', { as: api.ada, query: { by: 'owner' } });
  expectRefusal(refused, 400, 'by');
});

it.each(['requests', 'on'])(
  'of one owner or account has the same %s as their difference',
  async (of) => {
    const owners = await compared({ by: 'owner', of });
    const { requests, usual, key } =
      [...owners.increases, ...owners.decreases].find(({ name }) => name === 'Eve Quay') ?? {};
    const eves = await compared({ owner: key ?? '', of });
    expect(eves.only).toEqual({ name: 'Eve Quay', requests, usual });
    expect(inWords(eves)).toEqual(of === 'on' ? ['Rising 90/30', 'Off 0/70'] : ['Rising 90/30']);
    const [kelp] = (await compared({ by: 'account', days: '7', of })).decreases;
    const kelps = await compared({ account: kelp?.key ?? '', days: '7', of });
    expect(kelps.only).toMatchObject({ requests: kelp?.requests, usual: kelp?.usual });
    expect(inWords(kelps)).toEqual(['Falling 1210/1400']);
    expect((await compared()).only).toBeNull();
  },
);

it('of an account is compared as pauses compare it, and of an owner’s own apps only', async () => {
  const all = { name: expect.stringMatching(/^kelp$/i), requests: 110, usual: 300 };
  expect((await compared({ account: 'KeLp' }, api.ada)).only).toEqual(all);
  expect((await compared({ account: 'Tide' }, api.ada)).only).toEqual({
    name: 'Tide',
    requests: 0,
    usual: 0,
  });
  for (const account of ["Nobody's 100% _", '🐙 سمك', '%']) {
    const { only, increases, decreases } = await compared({ account });
    expect([only, increases, decreases]).toEqual([
      { name: account, requests: 0, usual: 0 },
      [],
      [],
    ]);
  }
  const eve = (await compared({ by: 'owner' })).increases[0]?.key ?? '';
  expect((await compared({ owner: eve, account: 'tide' })).only).toEqual({
    name: 'Eve Quay, Tide',
    requests: 90,
    usual: 30,
  });
  const query = { owner: eve };
  expectRefusal(await api.call('compareTraffic', { as: api.ada, query }), 400, 'owner');
  const unknown = await api.call('compareTraffic', { as: api.admin, query: { owner: 'nobody' } });
  expectRefusal(unknown, 400, 'owner');
});

it('compares again what came late, and calls things by their present names', async () => {
  await countUsage(api.db, yesterday, [apps.falling, 'DE', 'on', 180, 0]);
  expect(inWords(await compared())).toContain('Falling 10/200');
  await api.update(apps.falling, { appName: 'Fallen' });
  await compareDays(api.db, { now: Date.now(), trafficDays: 90 });
  expect(inWords(await compared())).toContain('Fallen 190/200');
  await api.update(apps.falling, { appName: 'Feather' });
  expect(inWords(await compared())).toContain('Feather 190/200');
});

it.each([
  [{ day: isoDay(-1) }, 'day', /over/],
  [{ day: isoDay(-30) }, 'day', /over/],
  [{ day: isoDay(90) }, 'day', /or later: .* 90 days/],
  [{ day: 'today' }, 'day', /date/],
  [{ days: '30' }, 'days', /one of: 1, 7/],
  [{ by: 'category' }, 'by', /one of: app, owner/],
  [{ of: 'off' }, 'of', /one of: requests, on/],
] as [Record<string, string>, string, RegExp][])('refuses %j', async (query, field, message) => {
  const answer = await api.call('compareTraffic', { as: api.admin, query });
  expectRefusal(answer, 400, field);
  expect(answer.body.errors[0].message).toMatch(message);
});

it('keeps what an owner has asked for a minute, and hides apps that are not theirs any more', async () => {
  const { appID } = await api.add({ appName: 'Sold', selectedUser: 'ada', accountName: 'Kelp' });
  now += 60_001;
  await countUsage(api.db, yesterday, [appID, 'FR', 'on', 9_000, 0]);
  const first = await compared({}, api.ada);
  expect(inWords(first)).toContain('Sold 9000/0');

  await countUsage(api.db, yesterday, [appID, 'FR', 'on', 1, 0]);
  now += 59_000;
  const byCountry = await compared({ by: 'country', of: 'on' }, api.ada);
  expect(inWords(byCountry), 'every way is kept').toContain('FR 9000/0');
  expect(byCountry.computedAt).toBe(first.computedAt);
  expect(inWords(await compared({}, api.eve)).join(), 'of another owner').not.toContain('Sold');

  await api.update(appID, { selectedUser: 'eve' });
  expect(inWords(await compared({}, api.ada)).join()).not.toContain('Sold');
  expect(inWords(await compared({ day: isoDay(0) }, api.eve)).join()).not.toContain('Sold');
  now += 60_001;
  expect(inWords(await compared({}, api.eve))).toContain('Sold 9001/0');
});
