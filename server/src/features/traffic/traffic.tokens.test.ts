import { limits } from '@adwarden/contract/limits';
import { type TokenUses, tokenUsesAnswer } from '@adwarden/contract/traffic/tokens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/app-server.ts';
import { countUsage } from '../../../test/count-usage.ts';
import { dayMs, dayOf, isoTime } from '../../kit/clock.ts';

/* How often phones used each valid token of an app. */

let api: AppServer;
let address: string;
beforeAll(async () => {
  api = await openAppServer({}, { writeUsageEvery: 20 });
  address = await api.listen();
});
afterAll(() => api.close());

const today = dayOf(Date.now());
const isoDay = (daysAgo: number) => isoTime(today - daysAgo * dayMs).slice(0, 10);
const usesOf = async (id: string, as = api.admin): Promise<TokenUses[]> => {
  const answer = await api.call('getTokenUses', { as, id });
  expect(answer.status, answer.text).toBe(200);
  return tokenUsesAnswer.parse(answer.body).data.tokens;
};
const tokensOf = (appID: string) =>
  api.db
    .selectFrom('app_token')
    .selectAll()
    .where('appID', '=', appID)
    .orderBy('since', 'desc')
    .execute();
/** As if the tokens had come so many days ago, the newest one first. */
async function came(appID: string, ...daysAgo: number[]) {
  const tokens = await tokensOf(appID);
  for (const [place, { token }] of tokens.entries()) {
    const since = today - (daysAgo[place] ?? 0) * dayMs + 3_600_000;
    await api.db.updateTable('app_token').set({ since }).where('token', '=', token).execute();
  }
}

it('are counted by what phones ask', async () => {
  const app = await api.add({ selectedUser: 'ada' });
  const ask = async (authToken: string) => {
    const query = new URLSearchParams({ appID: app.appID, authToken });
    expect((await fetch(`${address}/api/getAds?${query}`)).status).toBe(200);
  };
  await ask(app.authToken);
  const { body } = await api.call('rotateToken', { as: api.admin, id: app.appID, body: {} });
  await ask(app.authToken);
  await ask(app.authToken);
  await ask(body.data.authToken);
  await expect
    .poll(async () => (await usesOf(app.appID)).map((one) => one.requests))
    .toEqual([2, 2]);
  const [present, old] = await usesOf(app.appID, api.ada);
  expect(present).toMatchObject({ token: body.data.authToken.slice(-4), until: null });
  expect(old).toMatchObject({ token: app.authToken.slice(-4), until: expect.any(String) });
});

it('are those of each valid token, on the days since it came or was replaced, and by country', async () => {
  const { appID } = await api.add({ selectedUser: 'ada' });
  for (let time = 0; time < 3; time += 1) {
    await api.call('rotateToken', { as: api.admin, id: appID, body: { keepOldForDays: 20 } });
  }
  await came(appID, 2, 5, 30, 60);
  const [, second, third, fourth] = await tokensOf(appID);
  const ends = (token = '') => token.slice(-4);
  // One that has ended is not listed, and its uses are not those of the present one.
  const ended = { until: Date.now() - 1 };
  await api.db
    .updateTable('app_token')
    .set(ended)
    .where('token', '=', fourth?.token ?? '')
    .execute();
  for (const daysAgo of [0, 1, 2, 3, 6, 13, 14]) {
    await countUsage(
      api.db,
      today - daysAgo * dayMs,
      [appID, 'DE', 'on', 100, 0],
      [appID, 'US', 'country', 10, 10, ends(third?.token)],
      [appID, '', 'paused', 1000, 0, ends(fourth?.token)],
      [appID, '', 'wrong-token', 7, 0],
    );
  }
  await countUsage(api.db, today, [appID, 'DE', 'on', 3, 1, ends(second?.token)]);
  const tokens = await usesOf(appID);
  expect(tokens.map(({ token, requests }) => [token, requests])).toEqual([
    [expect.stringMatching(/^\w{4}$/), 300],
    [ends(second?.token), 3],
    [ends(third?.token), 40],
  ]);
  const [present, newer, older] = tokens;
  expect(present?.days).toEqual([2, 1, 0].map((ago) => ({ day: isoDay(ago), requests: 100 })));
  expect(present?.countries).toEqual([{ country: 'DE', requests: 300 }]);
  expect(newer?.days.map(({ day }) => day)).toEqual([2, 1, 0].map(isoDay));
  expect(older?.days.map(({ requests }) => requests)).toEqual([0, 0, 10, 10, 10, 10]);
  expect(older?.countries).toEqual([{ country: 'US', requests: 40 }]);
});

it('go back for two weeks at most', async () => {
  const { appID } = await api.add();
  await came(appID, 40);
  for (const daysAgo of [13, 14]) {
    await countUsage(api.db, today - daysAgo * dayMs, [appID, 'DE', 'on', 5, 0]);
  }
  const [token] = await usesOf(appID);
  expect(token?.days).toHaveLength(limits.kept.tokenUses.days);
  expect(token?.requests).toBe(5);
});

it('are for administrators and the owner; anybody else is told 404', async () => {
  const { appID } = await api.add({ selectedUser: 'ada' });
  const answer = (as: string, id = appID) => api.call('getTokenUses', { as, id });
  expect((await answer(api.ada)).status).toBe(200);
  expectRefusal(await answer(api.eve), 404);
  for (const id of ['*', 'aaaaaaaaaaaaaaaa']) expectRefusal(await answer(api.admin, id), 404);
});
