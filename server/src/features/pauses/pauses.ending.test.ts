import type { AppInList } from '@adwarden/contract/apps';
import type { PauseScope } from '@adwarden/contract/pauses/pauses';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countUsage } from '../../../test/databases/count-usage.ts';
import { type AppServer, openAppServer } from '../../../test/servers/app-server.ts';
import { dayMs, dayOf } from '../../kit/clock.ts';

/* The delivery of apps to phones (ADR 73): in lists, and for the apps that a pause covers when it ends. */

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api.close());

const pause = async (scope: PauseScope, value: string, as = api.admin): Promise<string> => {
  const answer = await api.call('startPause', { as, body: { scope, value, reason: 'Looking' } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.id;
};
const ending = async (id: string, as = api.admin) => {
  const answer = await api.call('getPauseEnding', { as, id });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const delivery = async (appID: string): Promise<AppInList['delivery']> => {
  const query = { appID, page: 0 };
  return (await api.call('getAllApp', { as: api.admin, query })).body.data[0].delivery;
};

/** Adds eleven apps of an account; some of them have other reasons to get no ads. */
async function addFleet(accountName: string, selectedUser = 'ada') {
  const add = async (over: object = {}): Promise<string> =>
    (await api.add({ accountName, selectedUser, ...over })).appID;
  const fine = [await add(), await add({ appStatus: 'in-develop' })];
  const other = {
    suspended: await add({ appStatus: 'suspend' }),
    off: await add({ adsStatus: 'off' }),
    empty: await add({ googleNative1: '', googleBanner1: '' }),
    paused: await add(),
    abroad: await add({ ipAddress: 'on' }),
  };
  const body = { id: other.abroad, country: 'JP' };
  expect((await api.call('addConfigureApp', { as: api.admin, body })).status).toBe(200);
  const day = dayOf(Date.now()) - dayMs;
  await countUsage(api.db, day, [other.abroad, 'IN', 'country', 239, 40]);
  return { fine, ...other };
}

it('says how many apps get their ads again, and why others do not', async () => {
  const fleet = await addFleet('Harbour');
  await pause('app', fleet.paused);
  const id = await pause('account', 'Harbour');
  const told = {
    apps: 7,
    withAds: 2,
    without: [
      { reason: 'paused', apps: 1 },
      { reason: 'suspended', apps: 1 },
      { reason: 'ads-off', apps: 1 },
      { reason: 'country', apps: 1 },
      { reason: 'no-ad-unit', apps: 1 },
    ],
  };
  expect(await ending(id)).toEqual(told);
  expect(await ending(id, api.ada), 'the same for who owns all of them').toEqual(told);
  expect((await api.call('getPauseEnding', { as: api.eve, id })).status).toBe(404);
  expect((await api.call('getPauseEnding', { as: api.admin, id: 'nothing' })).status).toBe(404);
});

it('says the same before a pause begins: how many of its apps get ads now', async () => {
  const fleet = await addFleet('Anchor');
  const { ada, admin, eve } = api;
  const beginning = async (body: object, as = admin) => {
    const answer = await api.callLoosely('getPauseBeginning', { as, body });
    return answer.status === 200 ? answer.body.data : answer.status;
  };
  await pause('app', fleet.paused);
  const without = [
    { reason: 'paused', apps: 1 },
    { reason: 'suspended', apps: 1 },
    { reason: 'ads-off', apps: 1 },
    { reason: 'country', apps: 1 },
    { reason: 'no-ad-unit', apps: 1 },
  ];
  const account = { scope: 'account', value: 'ANCHOR' };
  expect(await beginning(account)).toEqual({ apps: 7, withAds: 2, without });
  const appIDs = [fleet.off, ...fleet.fine, 'unknown'];
  const some = { apps: 3, withAds: 2, without: [{ reason: 'ads-off', apps: 1 }] };
  expect(await beginning({ scope: 'apps', appIDs })).toEqual(some);
  expect(await beginning({ scope: 'apps', appIDs }, ada)).toEqual(some);
  const none = { apps: 0, withAds: 0, without: [] };
  expect(await beginning({ scope: 'apps', appIDs }, eve), 'not of others').toEqual(none);
  expect(await beginning({ scope: 'account', value: 'Nobody' })).toEqual(none);
  const one = { scope: 'app', value: fleet.suspended };
  expect(await beginning(one)).toMatchObject({ apps: 1, withAds: 0 });
  const users = (await api.call('getUser', { as: admin })).body.data;
  const { id: value } = users.find((one: { userID: string }) => one.userID === 'ada');
  const owner = { scope: 'owner', value };
  expect(await beginning(owner, ada)).toEqual(await beginning(owner));
  expect(await beginning(owner, eve)).toBe(403);
  expect(await beginning({ scope: 'all' }, ada)).toBe(403);
  expect(await beginning({ scope: 'all' })).toMatchObject({ withAds: expect.any(Number) });
  expect(await beginning({ scope: 'app' })).toBe(400);
  expect(await beginning({ scope: 'apps', appIDs: [] })).toBe(400);
  const began = await pause('account', 'Anchor');
  expect(await ending(began), 'what begins is what ends').toMatchObject({ withAds: 2, without });
});

it('is asked of a thousand apps, and as often as somebody looks at the question', async () => {
  const few = await openAppServer({ WRITES_PER_MINUTE: '1' });
  try {
    const appIDs = Array.from({ length: 1000 }, (_, index) => `q${index}`.padEnd(16, 'a'));
    const ask = { as: few.ada, body: { scope: 'apps', appIDs } } as const;
    for (let time = 0; time < 5; time += 1) {
      const answer = await few.call('getPauseBeginning', ask);
      expect(answer.body.data, answer.text).toEqual({ apps: 0, withAds: 0, without: [] });
    }
  } finally {
    await few.close();
  }
});

it('counts no app that another pause of all, of the account or of the owner covers', async () => {
  const { fine } = await addFleet('Kelp', 'eve');
  const [first = ''] = fine;
  const id = await pause('app', first);
  expect(await ending(id)).toEqual({ apps: 1, withAds: 1, without: [] });
  const account = await pause('account', 'KELP');
  expect(await ending(id)).toMatchObject({ withAds: 0, without: [{ reason: 'paused', apps: 1 }] });
  await api.call('endPause', { as: api.admin, id: account });
  const all = await pause('all', '');
  expect((await ending(id)).withAds).toBe(0);
  await api.call('endPause', { as: api.admin, id: all });
  expect((await ending(id)).withAds).toBe(1);
});

it('is in each row of a list: what phones get of it, and of how many requests', async () => {
  const fleet = await addFleet('Tide');
  const none = { requests: null, withAds: null };
  expect(await delivery(fleet.fine[0] ?? '')).toEqual({ to: 'all', reason: null, ...none });
  expect(await delivery(fleet.suspended)).toEqual({ to: 'none', reason: 'suspended', ...none });
  expect(await delivery(fleet.empty)).toEqual({ to: 'none', reason: 'no-ad-unit', ...none });
  const abroad = { reason: 'country', requests: 239 };
  expect(await delivery(fleet.abroad)).toEqual({ to: 'none', ...abroad, withAds: 0 });
  await countUsage(api.db, dayOf(Date.now()), [fleet.abroad, 'JP', 'on', 11, 0]);
  expect(await delivery(fleet.abroad)).toEqual({
    to: 'few',
    reason: 'country',
    requests: 250,
    withAds: 11,
  });
});
