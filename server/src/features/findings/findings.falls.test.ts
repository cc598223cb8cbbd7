import type { Finding } from '@adwarden/contract/findings/findings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countUsage, type UsageSum } from '../../../test/databases/count-usage.ts';
import { createFindingsWriter } from '../../../test/samples/findings-writer.ts';
import { type AppServer, openAppServer } from '../../../test/servers/app-server.ts';
import { dayInWords, dayMs, dayOf } from '../../kit/clock.ts';

/* The finding that a change of countries, IP rules or a status has halved the ads of an app. */

let api: AppServer;
let now = Date.now();
beforeAll(async () => {
  api = await openAppServer({}, { clock: () => now });
});
afterAll(() => api.close());

const rule = 'fewer-ads-after-change';

async function found(appID: string, as = api.admin): Promise<Finding | undefined> {
  const answer = await api.call('getFindings', { as, query: { appID, rule } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data[0];
}

const count = (daysAgo: number, ...sums: UsageSum[]) =>
  countUsage(api.db, dayOf(now) - daysAgo * dayMs, ...sums);

/** Runs all rules, as the server does every hour. */
const run = () => createFindingsWriter(api, () => now).run();

/**
 * Adds an app of `ada` with IP rules and 1,000 requests on each of three days: half from India, the rest from Germany and Japan.
 */
async function addAsked(over: object = {}): Promise<string> {
  const { appID } = await api.add({ selectedUser: 'ada', ipAddress: 'on', ...over });
  for (const daysAgo of [1, 9, 20]) {
    await count(daysAgo, [appID, 'IN', 'on', 500, 100], [appID, 'DE', 'on', 260, 0]);
    await count(daysAgo, [appID, 'JP', 'on', 240, 0]);
  }
  return appID;
}

const setCountries = async (appID: string, country: string) => {
  const body = { id: appID, country };
  const added = await api.call('addConfigureApp', { as: api.admin, body });
  if (added.status === 200) return;
  const changed = await api.call('updateConfigureApp', { as: api.admin, id: appID, body });
  expect(changed.status, changed.text).toBe(200);
};

it('names the countries, the day and the requests, as soon as the change is saved', async () => {
  const appID = await addAsked();
  await setCountries(appID, 'DE,JP,IN');
  expect(await found(appID), 'nobody lost anything').toBeUndefined();
  await setCountries(appID, 'DE,JP');
  expect(await found(appID)).toMatchObject({
    severity: 'warning',
    detail: `Ads fell by half or more after a change of countries on ${dayInWords(now)} (India, 1,500 requests in 30 days).`,
  });
  expect(await found(appID, api.ada), 'its owner').toMatchObject({ appID });
  expect(await found(appID, api.eve), 'somebody else').toBeUndefined();
});

it('is gone when these phones get ads again, and comes back with the next such change', async () => {
  const appID = await addAsked();
  await setCountries(appID, 'JP');
  expect((await found(appID))?.detail).toContain('(India and Germany, 2,280 requests in 30 days)');
  await setCountries(appID, 'JP,IN');
  expect(await found(appID)).toBeUndefined();
  await api.call('deleteConfigureApp', { as: api.admin, id: appID });
  await setCountries(appID, 'FI');
  expect((await found(appID))?.detail).toContain('India, Germany and Japan');
  await setCountries(appID, '!FI');
  expect(await found(appID)).toBeUndefined();
  await setCountries(appID, '!IN');
  expect((await found(appID))?.detail).toContain('(India, 1,500 requests');
});

it.each([
  ['Ads Status', { adsStatus: 'off' }, 'ads-off-for-a-week'],
  ['App Status', { appStatus: 'suspend' }, 'traffic-while-not-live'],
])('tells a change of %s, once', async (what, edit, sameAgain) => {
  const appID = await addAsked({ ipAddress: 'off' });
  await api.update(appID, edit, api.ada);
  expect((await found(appID))?.detail).toMatch(
    new RegExp(`after a change of ${what} on .*\\(3,000 requests in 30 days\\)`),
  );
  await run();
  const all = await api.call('getFindings', { as: api.admin, query: { appID } });
  expect(all.body.data.map((one: Finding) => one.rule)).not.toContain(sameAgain);
  await api.update(appID, { adsStatus: 'on', appStatus: 'in-develop' });
  expect(await found(appID)).toBeUndefined();
});

it('finds IP rules that were switched on by what they turned off since', async () => {
  const appID = await addAsked({ ipAddress: 'off' });
  await setCountries(appID, 'US');
  await api.update(appID, { ipAddress: 'on' });
  expect(await found(appID), 'nobody has looked at countries yet').toBeUndefined();
  await count(0, [appID, 'IN', 'country', 110, 20], [appID, 'US', 'on', 40, 0]);
  await run();
  expect((await found(appID))?.detail).toContain('a change of IP Address');
});

it('counts gradual changes together, and names the one from which they halved the ads', async () => {
  const appID = await addAsked();
  await setCountries(appID, 'IN,DE');
  expect(await found(appID), 'a quarter').toBeUndefined();
  await setCountries(appID, 'IN,FR');
  expect((await found(appID))?.detail).toContain('(Germany and Japan, 1,500 requests');
});

it('says nothing of few requests, of an app without ad units, and of other fields', async () => {
  const { appID } = await api.add({ ipAddress: 'on' });
  await count(1, [appID, 'IN', 'on', 99, 0]);
  await setCountries(appID, 'DE');
  await api.update(appID, { note: 'another' });
  await run();
  expect(await found(appID)).toBeUndefined();
});

it('stays however old it becomes, until it is muted, and then stays muted', async () => {
  const appID = await addAsked();
  await setCountries(appID, 'US');
  const told = await found(appID);
  const begin = now;
  try {
    now += 45 * dayMs;
    await count(1, [appID, 'IN', 'country', 700, 0], [appID, 'US', 'on', 5, 0]);
    await run();
    expect(await found(appID)).toMatchObject({ since: told?.since, mutedAt: null });
    expect((await found(appID))?.detail).toContain(`on ${dayInWords(begin)} (India, 700 requests`);
    const body = { appID, rule, reason: 'Wanted: US only' } as const;
    expect((await api.call('muteFinding', { as: api.admin, body })).status).toBe(200);
    await count(1, [appID, 'JP', 'country', 700, 0]);
    await run();
    expect((await found(appID))?.mutedAt).not.toBeNull();
    await api.update(appID, { note: 'saved again' });
    expect((await found(appID))?.mutedAt, 'a later save').not.toBeNull();
  } finally {
    now = begin;
  }
});
