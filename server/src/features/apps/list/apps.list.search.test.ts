import { limits } from '@adwarden/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AppServer,
  expectRefusal,
  openAppServer,
} from '../../../../test/servers/app-server.ts';

/** Removes the ad units of the sample. */
const noUnits = { googleNative1: '', googleBanner1: '' };
let api: AppServer;
let tide: { appID: string; authToken: string };
beforeAll(async () => {
  api = await openAppServer();
  tide = await api.add({
    ...noUnits,
    appName: 'Tide Clock',
    packageName: 'com.harbour.tideclock',
    accountName: 'Harbour & Co',
    selectedUser: 'ada',
    googleBanner2: 'ca-app-pub-3940256099942544/6300978111',
    reward1: '/21775744923,22/example/reward',
    reward2: 'CA-APP-PUB-1111222233334444/5556667778',
  });
  await api.add({
    appName: 'Moon Phase',
    packageName: 'com.harbour.moonphase',
    accountName: '5700313618786177705',
    ...noUnits,
    googleNative1: 'ca-app-pub-3940256099942544/2247696110',
  });
  await api.call('addConfigureApp', { as: api.admin, body: { id: tide.appID, country: 'IN' } });
});
afterAll(() => api.close());

const search = async (text: string, as = api.admin) => {
  const query = { search: text, page: 0 };
  const answer =
    as === api.admin
      ? await api.call('getAllApp', { as, query })
      : await api.call('getApp', { as, id: 'ada', query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.map(({ appName, matched }: { appName: string; matched: string[] }) => ({
    appName,
    matched,
  }));
};

describe('the search of apps', () => {
  it.each([
    ['ca-app-pub-3940256099942544/6300978111', 'Tide Clock', ['googleBanner2']],
    ['3940256099942544/6300978111', 'Tide Clock', ['googleBanner2']],
    ['6300978111', 'Tide Clock', ['googleBanner2']],
    ['ca-app-pub-3940256099942544%2F6300978111', 'Tide Clock', ['googleBanner2']],
    ['"ca-app-pub-3940256099942544/6300978111",', 'Tide Clock', ['googleBanner2']],
    ['https://apps.admob.com/v2/apps/1/adunits/6300978111/x', 'Tide Clock', ['googleBanner2']],
    ['1111222233334444/5556667778', 'Tide Clock', ['reward2']],
    ['ca-app-pub-1111222233334444', 'Tide Clock', ['reward2']],
    ['21775744923,22/EXAMPLE', 'Tide Clock', ['reward1']],
    [
      'https://play.google.com/store/apps/details?id=com.harbour.tideclock&hl=de',
      'Tide Clock',
      ['packageName'],
    ],
    ['market://details?id=COM.harbour.TideClock', 'Tide Clock', ['packageName']],
    [
      'https://play.google.com/store/apps/developer?id=Harbour+%26+Co',
      'Tide Clock',
      ['accountName'],
    ],
    [
      'https://play.google.com/store/apps/dev?id=5700313618786177705',
      'Moon Phase',
      ['accountName'],
    ],
    ['Ada Harbour', 'Tide Clock', ['fullName']],
    ['tIDE', 'Tide Clock', ['appName', 'packageName']],
  ])('%s finds %s in %j', async (text, appName, matched) => {
    expect(await search(text)).toEqual([{ appName, matched }]);
  });

  it('takes two characters', async () => {
    // The letters may also be in the random ID of another app.
    const matched = expect.arrayContaining(['appName']);
    expect(await search('mo')).toContainEqual({ appName: 'Moon Phase', matched });
  });

  it('takes the ads URL of an app, whatever its token', async () => {
    const matched = ['appID'];
    for (const query of [
      `appID=${tide.appID}&authToken=${tide.authToken}`,
      `authToken=wrong&appID=${tide.appID.toUpperCase()}`,
    ]) {
      expect(await search(`https://adwarden.example/api/getAds?${query}`)).toEqual([
        { appName: 'Tide Clock', matched },
      ]);
    }
  });

  it('names every field that holds the word', async () => {
    expect(await search('harbour')).toEqual(
      expect.arrayContaining([
        {
          appName: 'Tide Clock',
          matched: ['packageName', 'accountName', 'fullName'],
        },
        { appName: 'Moon Phase', matched: ['packageName'] },
      ]),
    );
  });

  it('finds nothing of others for an owner', async () => {
    expect(await search('2247696110', api.ada)).toEqual([]);
    expect(await search('6300978111', api.ada)).toHaveLength(1);
  });

  it.each([
    'https://play.google.com/store/apps/details?id=com.harbour.nosuchapp',
    'https://adwarden.example/api/getAds?appID=nosuchapp&authToken=x',
    'https://play.google.com/store/apps/details?id=%00%F0%9F',
    'https://play.google.com/store/apps/details?id=%25',
    'ca-app-pub-3940256099942544/0000000000',
    'ca-app-pub-3940256099942544~6300978111',
  ])('finds nothing for %s', async (text) => {
    expect(await search(text)).toEqual([]);
  });

  it('says nothing of matches without a search', async () => {
    const { body } = await api.call('getAllApp', { as: api.admin, query: { page: 0 } });
    for (const app of body.data) expect(app).not.toHaveProperty('matched');
  });

  it('refuses an address that is too long', async () => {
    const text = `https://play.google.com/store/apps/details?id=a&x=${'y'.repeat(limits.text.search)}`;
    const answer = await api.call('getAllApp', { as: api.admin, query: { search: text } });
    expectRefusal(answer, 400, 'search');
  });
});

describe('one thing by its whole name', () => {
  const named = 'Zephyr Übersicht';
  let exact: { appID: string };
  beforeAll(async () => {
    const shared = { ...noUnits, accountName: 'Wren & Söhne' };
    exact = await api.add({ ...shared, appName: named, packageName: 'com.zephyr' });
    for (let n = 0; n < 12; n += 1) {
      await api.add({
        ...shared,
        accountName: n < 2 ? 'WREN & SÖHNE' : 'Wren & Söhne GmbH',
        appName: `A ${named} ${n}`,
        packageName: `com.zephyr.${n}`,
        selectedUser: 'eve',
      });
    }
  });

  const found = async (query: object, as = api.admin) => {
    const answer =
      as === api.admin
        ? await api.call('getAllApp', { as, query: query as Record<string, string> })
        : await api.call('getApp', { as, id: 'ada', query: query as Record<string, string> });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  it.each([
    'Zephyr Übersicht',
    'zephyr übersicht',
    'ZEPHYR ÜBERSICHT',
    'com.zephyr',
    'Com.Zephyr',
    'https://play.google.com/store/apps/details?id=com.zephyr',
  ])('`exact` finds the app itself by %s, none that contains it', async (text) => {
    expect(await found({ exact: text })).toMatchObject({ total: 1, data: [{ appName: named }] });
  });

  it('`exact` takes an app ID', async () => {
    expect((await found({ exact: exact.appID })).data).toMatchObject([{ appName: named }]);
    expect((await found({ exact: exact.appID.slice(1) })).total).toBe(0);
    expect((await found({ exact: exact.appID }, api.ada)).total).toBe(0);
  });

  it('`exact` is one of the filters, also in the list of apps without a configuration', async () => {
    expect((await found({ exact: named, adsStatus: 'off' })).total).toBe(0);
    const query = { exact: 'com.zephyr' };
    const remaining = await api.call('getRemainingApp', { as: api.admin, query });
    expect(remaining.body).toMatchObject({ total: 1, data: [{ appName: named }] });
  });

  it.each([
    ['Wren & Söhne', 3],
    ['wren & SÖHNE', 3],
    ['Wren', 0],
    ['W', 0],
  ])('`account` %s counts %i apps, as many as a pause stops', async (account, total) => {
    expect((await found({ account, pageSize: '1' })).total).toBe(total);
    if (total === 0) return;
    const pause = { scope: 'account', value: account, reason: 'Invalid traffic' } as const;
    const { body } = await api.call('startPause', { as: api.admin, body: pause });
    expect(body.data.apps).toBe(total);
    await api.call('endPause', { as: api.admin, id: body.data.id });
  });
});

it('the lists of configurations and of findings take the same', async () => {
  const text = 'https://play.google.com/store/apps/details?id=com.harbour.tideclock';
  const configured = await api.call('getConfigureApp', { as: api.admin, query: { search: text } });
  expect(configured.body).toMatchObject({ total: 1, data: [{ appName: 'Tide Clock' }] });
  const remaining = await api.call('getRemainingApp', { as: api.admin, query: { search: text } });
  expect(remaining.body.total).toBe(0);
  const findings = await api.call('getFindings', { as: api.admin, query: { search: text } });
  expect(new Set(findings.body.data.map((one: { appName: string }) => one.appName))).toEqual(
    new Set(['Tide Clock']),
  );
});
