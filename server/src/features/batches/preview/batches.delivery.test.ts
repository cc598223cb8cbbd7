import { forEachAdUnit } from '@adwarden/contract/ad-units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countUsage } from '../../../../test/databases/count-usage.ts';
import { type BatchServer, openBatchServer } from '../../../../test/servers/batch-server.ts';
import { dayMs, dayOf } from '../../../kit/clock.ts';

let api: BatchServer;
beforeAll(async () => {
  api = await openBatchServer();
});
afterAll(() => api?.close());

const delivery = async (appIDs: string[], change: object) =>
  (await api.preview({ appIDs }, change)).delivery;
const off = { set: { adsStatus: 'off' } };
const on = { set: { adsStatus: 'on' } };

it('says of how many apps phones get ads, before and after the change', async () => {
  const all = await api.addSome(5);
  const [fine = '', suspended = '', paused = '', empty = '', abroad = ''] = all;
  await api.update(suspended, { appStatus: 'suspend' });
  await api.update(
    empty,
    forEachAdUnit(() => ''),
  );
  await api.update(abroad, { ipAddress: 'on' });
  const country = { id: abroad, country: 'JP' };
  const configured = await api.call('addConfigureApp', { as: api.admin, body: country });
  expect(configured.status, configured.text).toBe(200);
  await countUsage(api.db, dayOf(Date.now()) - dayMs, [abroad, 'IN', 'country', 239, 40]);
  const body = { scope: 'app', value: paused, reason: 'Looking' } as const;
  expect((await api.call('startPause', { as: api.admin, body })).status).toBe(200);

  expect(await delivery(all, off)).toEqual({ apps: 5, withAds: 1, withAdsAfter: 0 });
  expect(await delivery(all, { delete: true })).toEqual({ apps: 5, withAds: 1, withAdsAfter: 0 });
  const ruled = await delivery(all, { set: { ipAddress: 'off' } });
  expect(ruled, 'only the app that changes').toEqual({ apps: 1, withAds: 0, withAdsAfter: 1 });
  const filled = await delivery([fine, empty], { set: { reward1: 'unit-1' } });
  expect(filled, 'ad units count').toEqual({ apps: 2, withAds: 1, withAdsAfter: 2 });
  expect(await delivery(all, { set: { note: 'Other' } }), 'phones do not notice').toBeNull();
  for (const appID of all) await api.update(appID, { adsStatus: 'off' });
  expect(await delivery(all, on)).toEqual({ apps: 5, withAds: 0, withAdsAfter: 1 });
});
