import { limits } from '@adwarden/contract/limits';
import { type TokenUses, tokenUsesAnswer } from '@adwarden/contract/traffic/tokens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countUsage } from '../../../test/databases/count-usage.ts';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';
import { dayMs, dayOf, hourMs, isoTime } from '../../kit/clock.ts';

/* The uses of each valid token of an app by phones. */

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
const rotate = async (appID: string, keepOldForDays = 30): Promise<string> => {
  const { body } = await api.call('rotateToken', {
    as: api.admin,
    id: appID,
    body: { keepOldForDays },
  });
  return body.data.authToken;
};
const ask = async (appID: string, authToken: string, times = 1) => {
  const query = new URLSearchParams({ appID, authToken });
  for (let time = 0; time < times; time += 1) {
    expect((await fetch(`${address}/api/getAds?${query}`)).status).toBe(200);
  }
};
const ends = (token = '') => token.slice(-4);
const requestsOf = async (appID: string) =>
  (await usesOf(appID)).map(({ token, requests }) => [token, requests]);
/** Adds an app with two tokens, the newer one made at a time; returns its App ID, and the ends of both. */
async function rotatedAt(since: number, { made = since - 20 * dayMs } = {}) {
  const { appID, authToken: first } = await api.add({ selectedUser: 'ada' });
  const second = await rotate(appID);
  const set = async (token: string, at: number) =>
    api.db.updateTable('app_token').set({ since: at }).where('token', '=', token).execute();
  await set(first, made);
  await set(second, since);
  await api.db
    .updateTable('replaced_token')
    .set({ since: made, replacedAt: since })
    .where('appID', '=', appID)
    .execute();
  return { appID, old: ends(first), present: ends(second) };
}

it('are counted by what phones ask: those before a rotation had the old token', async () => {
  const app = await api.add({ selectedUser: 'ada' });
  await ask(app.appID, app.authToken, 7);
  await expect.poll(() => requestsOf(app.appID)).toEqual([[ends(app.authToken), 7]]);
  const present = await rotate(app.appID);
  const [none, old] = await usesOf(app.appID, api.ada);
  expect(none).toMatchObject({ token: ends(present), until: null, requests: 0, isComplete: true });
  expect(none?.days).toEqual([{ day: isoDay(0), requests: 0 }]);
  expect(old).toMatchObject({ token: ends(app.authToken), requests: 7, isComplete: true });
  expect(old?.until).toEqual(expect.any(String));
  await ask(app.appID, app.authToken, 2);
  await ask(app.appID, present);
  const after = [
    [ends(present), 1],
    [ends(app.authToken), 9],
  ];
  await expect.poll(() => requestsOf(app.appID)).toEqual(after);
});

it('stay with their tokens over several rotations in a day, also in the middle of a count', async () => {
  const { appID, authToken: first } = await api.add();
  await ask(appID, first, 4);
  const second = await rotate(appID);
  await ask(appID, first, 3);
  await ask(appID, second, 2);
  const third = await rotate(appID);
  await ask(appID, second);
  await ask(appID, third, 5);
  const all = [
    [ends(third), 5],
    [ends(second), 3],
    [ends(first), 7],
  ];
  await expect.poll(() => requestsOf(appID)).toEqual(all);
  // The uses of tokens that end at once do not count for the new one.
  const fourth = await rotate(appID, 0);
  expect(await requestsOf(appID)).toEqual([[ends(fourth), 0]]);
  await ask(appID, fourth, 2);
  await expect.poll(() => requestsOf(appID)).toEqual([[ends(fourth), 2]]);
});

it('are the same on the day after, and days before stay', async () => {
  const rotation = today - dayMs + 10 * hourMs;
  const { appID, old, present } = await rotatedAt(rotation);
  for (const daysAgo of [13, 5, 2]) {
    // While it was the only token, no uses are stored by token.
    const hour = today - daysAgo * dayMs;
    await api.db
      .insertInto('app_usage')
      .values({
        day: hour,
        appID,
        country: 'DE',
        ok: 90,
        notModified: 10,
        oldToken: 0,
        wrongToken: 0,
      })
      .execute();
  }
  await countUsage(api.db, rotation - hourMs, [appID, 'DE', 'on', 40, 0, `=${old}`]);
  await countUsage(
    api.db,
    rotation,
    [appID, 'DE', 'on', 5, 5, `=${old}`],
    [appID, 'US', 'country', 6, 0, old],
    [appID, 'DE', 'on', 1, 0, `=${present}`],
    [appID, '', 'wrong-token', 7, 0],
  );
  await countUsage(
    api.db,
    today,
    [appID, 'DE', 'on', 30, 0, old],
    [appID, 'DE', 'paused', 20, 20, `=${present}`],
  );
  const [newer, older] = await usesOf(appID);
  expect(newer?.days.map(({ requests }) => requests)).toEqual([1, 20]);
  expect(newer).toMatchObject({ requests: 21, countries: [{ country: 'DE', requests: 21 }] });
  const counts = older?.days.map(({ day, requests }) => [day, requests]);
  expect(counts?.filter(([, requests]) => requests !== 0)).toEqual([
    [isoDay(13), 100],
    [isoDay(5), 100],
    [isoDay(2), 100],
    [isoDay(1), 51],
    [isoDay(0), 30],
  ]);
  expect(older?.countries).toEqual([
    { country: 'DE', requests: 375 },
    { country: 'US', requests: 6 },
  ]);
});

it('that come late are of the token that phones asked with', async () => {
  const { appID, old, present } = await rotatedAt(today + 10 * hourMs);
  await countUsage(api.db, today - 3 * dayMs, [appID, '', 'on', 8, 0, `=${old}`]);
  // A process that has not heard of the rotation counts these requests.
  await countUsage(api.db, today + 12 * hourMs, [appID, '', 'on', 9, 0, `=${old}`]);
  expect(await requestsOf(appID)).toEqual([
    [present, 0],
    [old, 17],
  ]);
});

it('of edges of versions before are of the token of their hour, and otherwise unknown', async () => {
  const { appID, old, present } = await rotatedAt(today + 10 * hourMs + 5);
  const count = (hour: number) =>
    countUsage(api.db, today + hour * hourMs, [appID, '', 'on', 5, 0]);
  await count(9);
  await count(11);
  await count(23);
  const ofHour = [
    [present, 10],
    [old, 5],
  ];
  expect(await requestsOf(appID)).toEqual(ofHour);
  expect((await usesOf(appID)).map(({ isComplete }) => isComplete)).toEqual([true, true]);
  await count(10);
  expect(await requestsOf(appID)).toEqual(ofHour);
  expect((await usesOf(appID)).map(({ isComplete }) => isComplete)).toEqual([false, false]);
});

it('are never known to be none where a version before made the token, or while an edge is silent', async () => {
  const { appID, old, present } = await rotatedAt(today - 2 * dayMs + 10 * hourMs);
  // An earlier version kept no record of a rotation, and did not count the present token.
  await api.db.deleteFrom('replaced_token').where('appID', '=', appID).execute();
  for (const daysAgo of [4, 2]) {
    await countUsage(api.db, today - daysAgo * dayMs, [appID, '', 'on', 5, 0]);
  }
  expect(await requestsOf(appID)).toEqual([
    [present, 0],
    [old, 10],
  ]);
  const complete = async () => (await usesOf(appID)).map(({ isComplete }) => isComplete);
  expect(await complete()).toEqual([false, true]);
  await countUsage(api.db, today - dayMs, [appID, '', 'on', 3, 0]);
  expect((await usesOf(appID))[0]?.requests).toBe(3);

  const silent = { name: 'oslo', process: 1, version: '0.3.1', firstSeenAt: 1, lagMs: null };
  const lastSeenAt = Date.now() - 2 * 3_600_000;
  await api.db
    .insertInto('edge')
    .values({ ...silent, lastSeenAt })
    .execute();
  const { body } = await api.call('getTokenUses', { as: api.ada, id: appID });
  expect(body.data.missingSince).toBe(isoTime(lastSeenAt));
  expect(await complete()).toEqual([false, false]);
  await api.db.deleteFrom('edge').execute();
});

it('that are refused are told with their hour, and with the token if it was one of the app', async () => {
  const { appID, authToken: first } = await api.add({ selectedUser: 'ada' });
  await ask(appID, first, 6);
  await expect.poll(() => requestsOf(appID)).toEqual([[ends(first), 6]]);
  const findings = async () => {
    const { body } = await api.call('getFindings', { as: api.ada, query: { appID } });
    return (body.data as { rule: string }[]).map(({ rule }) => rule);
  };
  await rotate(appID, 0);
  expect(await findings(), 'at once').toContain('ended-token-in-use');
  const refuse = async (authToken: string) => {
    const query = new URLSearchParams({ appID, authToken });
    expect((await fetch(`${address}/api/getAds?${query}`)).status).toBe(401);
  };
  await refuse(first);
  await refuse(first);
  await refuse('never one of this app');
  const refused = async () =>
    (await api.call('getTokenUses', { as: api.ada, id: appID })).body.data.refused;
  await expect.poll(async () => (await refused()).requests).toBe(3);
  expect(await refused()).toEqual({
    requests: 3,
    lastAt: expect.stringMatching(/:00:00\.000Z$/),
    ended: [{ token: ends(first), endedAt: expect.any(String), requests: 2 }],
  });
  const stored = await api.db.selectFrom('app_token_usage').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(first.slice(0, 8));
});

it('go back for two weeks at most', async () => {
  const { appID } = await api.add();
  await api.db
    .updateTable('app_token')
    .set({ since: today - 40 * dayMs })
    .where('appID', '=', appID)
    .execute();
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
