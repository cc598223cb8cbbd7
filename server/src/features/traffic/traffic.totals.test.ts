import type { TrafficQuery } from '@adwarden/contract/traffic/traffic';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countUsage } from '../../../test/databases/count-usage.ts';
import { writeManyApps } from '../../../test/databases/many-apps.ts';
import { type AppServer, openAppServer } from '../../../test/servers/app-server.ts';
import { dayMs, dayOf, hourMs, hourOf } from '../../kit/clock.ts';
import { addUpByOwner } from './traffic.totals.service.ts';

/* The requests of an owner's apps, which are added up when an hour or a day is over. */

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer({}, { begins: false });
});
afterAll(() => api.close());

const today = dayOf(Date.now());
const hour = hourOf(Date.now());
const addUp = () => addUpByOwner(api.db, { now: Date.now(), trafficDays: 90 });
const ofOwner = async (as: string, step: TrafficQuery['step'] = 'day') => {
  const answer = await api.call('getTraffic', { as, query: { step } });
  expect(answer.status, answer.text).toBe(200);
  const steps: { on: number; wrongToken: number }[] = answer.body.data.steps;
  return steps.slice(-4).map(({ on, wrongToken }) => `${on} ${wrongToken}`);
};

it('of days that are over stay with the owner of then; those of today are of the present owner', async () => {
  const { appID } = await api.add({ selectedUser: 'ada' });
  const gone = await api.add({ selectedUser: 'ada' });
  for (const [daysAgo, on] of [
    [0, 5],
    [1, 7],
    [2, 100],
  ] as const) {
    await countUsage(
      api.db,
      // The first hour of today is left free: a test below reads the last complete hours.
      daysAgo === 0 ? hour : today - daysAgo * dayMs,
      [appID, 'DE', 'on', on, 1],
      [appID, '', 'wrong-token', daysAgo, 0],
      [gone.appID, '', 'on', 1000, 0],
    );
  }
  const before = ['0 0', '1100 2', '1007 1', '1005 0'];
  expect(await ofOwner(api.ada)).toEqual(before);
  await addUp();
  expect(await ofOwner(api.ada)).toEqual(before);
  await api.update(appID, { selectedUser: 'eve' });
  await api.call('deleteApp', { as: api.admin, id: gone.appID });
  expect(await ofOwner(api.ada)).toEqual(['0 0', '1100 2', '1007 1', '0 0']);
  expect(await ofOwner(api.eve)).toEqual(['0 0', '0 0', '0 0', '5 0']);
});

it('are added up again when more of that time comes late', async () => {
  const { appID } = await api.add({ selectedUser: 'eve' });
  await countUsage(api.db, today - dayMs, [appID, 'FR', 'on', 40, 0]);
  expect(await ofOwner(api.eve)).toEqual(['0 0', '0 0', '0 0', '5 0']);
  await addUp();
  // The app that was given away belongs to this owner now.
  expect(await ofOwner(api.eve)).toEqual(['0 0', '0 0', '47 1', '5 0']);
  expect(await ofOwner(api.ada)).toEqual(['0 0', '1100 2', '0 0', '0 0']);
});

it('are kept by hour, too', async () => {
  const { appID } = await api.add({ selectedUser: 'ada' });
  const ofHours = (await ofOwner(api.ada, 'hour')).slice(0, 3);
  expect(ofHours).toEqual(['0 0', '0 0', '0 0']);
  await countUsage(api.db, hour - 2 * hourMs, [appID, 'DE', 'on', 3, 0], [appID, '', 'vpn', 2, 0]);
  await addUp();
  await api.call('deleteApp', { as: api.admin, id: appID });
  expect((await ofOwner(api.ada, 'hour')).slice(0, 3)).toEqual(['0 0', '3 0', '0 0']);
  const rows = await api.db
    .selectFrom('app_usage_hour')
    .select(['outcome', 'country', 'requests'])
    .where('appID', 'like', '@%')
    .where('hour', '=', hour - 2 * hourMs)
    .orderBy('outcome')
    .execute();
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['on', 'DE', 3],
    ['vpn', '', 2],
  ]);
});

it('are the same for many apps, which are read in parts', async () => {
  const [{ id: ownerId }] = (await api.db
    .selectFrom('app_user')
    .select('id')
    .where('userID', '=', 'eve')
    .execute()) as [{ id: string }];
  const appIDs = await writeManyApps(api.db, 4_200, { ownerId });
  const day = today - 3 * dayMs;
  for (let from = 0; from < appIDs.length; from += 500) {
    const some = appIDs.slice(from, from + 500);
    await countUsage(api.db, day, ...some.map((appID) => [appID, '', 'on', 2, 0] as never));
  }
  await addUp();
  expect((await ofOwner(api.eve))[0]).toBe('8400 0');
});
