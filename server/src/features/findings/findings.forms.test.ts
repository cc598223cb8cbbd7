import { checkedApp } from '@adwarden/contract/findings/findings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFindingsServer } from '../../../test/servers/findings-server.ts';

let server: Awaited<ReturnType<typeof buildFindingsServer>>;
beforeAll(async () => {
  server = await buildFindingsServer();
});
afterAll(() => server.close());

describe('the check of a form', () => {
  const check = async (as: string, body: object) => {
    const answer = await server.call('checkApp', { as, body });
    expect(answer.status, answer.text).toBe(200);
    checkedApp.parse(answer.body.data);
    return answer.body.data.findings.map(({ rule, field }: { rule: string; field: string }) =>
      `${rule} ${field}`.trim(),
    ) as string[];
  };

  it('finds what a save would find, and saves nothing', async () => {
    const app = { appStatus: 'live', adsStatus: 'on' };
    expect(await check(server.ada, { ...app, appName: '' })).toEqual(['no-ad-unit']);
    expect(await check(server.admin, app)).toEqual([
      'no-ad-unit',
      'live-without-owner selectedUser',
    ]);
    expect(await check(server.admin, { ...app, selectedUser: 'ada', reward1: 'max-1' })).toEqual(
      [],
    );
    expect(await check(server.admin, {})).toEqual([]);
    expect(await check(server.admin, { packageName: 'com.example.x', ipAddress: 'on' })).toEqual([
      'example-package packageName',
      'ip-rules-without-effect ipAddress',
    ]);
    expect(await check(server.admin, { ipAddress: 'on', country: 'DE' })).toEqual([]);
  });

  it.each(['YOUR_REWARD_UNIT', '{{reward}}', 'ca-app-pub-0000000000000000/0000000000'])(
    'finds the placeholder %j in a live app, before and after the save',
    async (reward1) => {
      const live = { appStatus: 'live', adsStatus: 'on', reward1 };
      const found = ['placeholder-in-live-app reward1'];
      expect(await check(server.ada, live)).toEqual(found);
      expect(await check(server.ada, { ...live, adsStatus: 'off' })).toEqual([
        'unlike-any-unit reward1',
      ]);
      // The same placeholder in two apps is not a shared ad unit.
      const first = await server.addApp(server.ada, live);
      await server.addApp(server.ada, live);
      expect(await server.rulesOf(server.ada, first)).toEqual(['placeholder-in-live-app']);
    },
  );

  it('says nothing of a bundle id that only Apple takes', async () => {
    for (const packageName of ['com.harbour.tide-clock', '2harbour.tide', 'tideclock']) {
      expect(await check(server.ada, { packageName })).toEqual([]);
    }
    expect(await check(server.ada, { packageName: 'com.harbour tide' })).toEqual([
      'malformed-package packageName',
    ]);
  });

  it('lets an app keep the fields that are absent, and does not compare it with itself', async () => {
    const appID = await server.addApp(server.ada, {
      packageName: 'com.harbour.check',
      accountName: 'Check Me',
    });
    expect(await check(server.ada, { appID })).toEqual([]);
    expect(await check(server.ada, { appID, accountName: 'CHECK ME' })).toEqual([]);
    expect(await check(server.ada, { appID, googleBanner1: '' })).toEqual(['no-ad-unit']);
    expect(await check(server.ada, { packageName: 'com.harbour.CHECK' })).toEqual([
      'package-in-two-apps packageName',
    ]);
    expect(await check(server.grace, { accountName: 'check-me' })).toEqual([
      'account-spelling accountName',
    ]);
    expect(await server.rulesOf(server.ada, appID)).toEqual([]);
  });

  it('says what the edit makes worse, and what was wrong already', async () => {
    const sample = 'ca-app-pub-3940256099942544/6300978111';
    const isNew = async (body: object) => {
      const { body: answer } = await server.call('checkApp', { as: server.admin, body });
      return answer.data.findings.map((one: { rule: string; isNew: boolean }) => [
        one.rule,
        one.isNew,
      ]);
    };
    const appID = await server.addApp(server.ada, { googleBanner1: sample });
    expect(await isNew({ appID })).toEqual([['sample-in-live-app', false]]);
    expect(await isNew({ appID, packageName: 'com.example.x' })).toEqual([
      ['sample-in-live-app', false],
      ['example-package', true],
    ]);
    const other = await server.addApp(server.ada);
    expect(await isNew({ appID: other, googleBanner1: sample })).toEqual([
      ['sample-in-live-app', true],
    ]);
    const broken = await server.addApp(server.ada, { googleBanner1: 'ca-app-pub-1' });
    expect(await isNew({ appID: broken, googleBanner1: 'ca-app-pub-2' })).toEqual([
      ['malformed-unit', true],
    ]);
  });

  it('lets an owner choose neither the owner nor the IP rules', async () => {
    const live = { appStatus: 'live', adsStatus: 'on', reward1: 'max-2' };
    expect(await check(server.ada, { ...live, selectedUser: '', ipAddress: 'on' })).toEqual([]);
  });

  it('is 404 for somebody else’s app and for none', async () => {
    const appID = await server.addApp(server.grace);
    for (const id of [appID, 'a'.repeat(16), "'%"]) {
      expect((await server.call('checkApp', { as: server.ada, body: { appID: id } })).status).toBe(
        404,
      );
    }
  });

  it.each([
    [{ adsStatus: 'maybe' }, 'adsStatus', 'Ads Status must be one of: on, off'],
    [{ appStatus: 1 }, 'appStatus', 'App Status must be one of: '],
    [{ reward1: 'x'.repeat(201) }, 'reward1', 'Reward 1 must be at most 200 characters'],
    [{ packageName: ['x'] }, 'packageName', 'Package Name must be text'],
  ])('refuses %j by the name of the field', async (body, field, message) => {
    const answer = await server.callLoosely('checkApp', { as: server.ada, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([
      { field, message: expect.stringContaining(message) },
    ]);
  });
});

describe('the impact of an edit', () => {
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const impactOf = async (as: string, body: object) => {
    const answer = await server.call('checkApp', { as, body });
    expect(answer.status, answer.text).toBe(200);
    return checkedApp.parse(answer.body.data).impact;
  };
  /** Adds an app with IP rules. It has requests of this week and of last month, and refusals of a wrong token. */
  async function askedApp() {
    const form = { appStatus: 'live', adsStatus: 'on', ipAddress: 'on', selectedUser: 'ada' };
    const appID = await server.addApp(server.admin, form);
    const none = { ok: 0, notModified: 0, oldToken: 0, wrongToken: 0, turnedOff: 0 };
    const rows = [
      { day: today, country: 'DE', ok: 60, wrongToken: 500 },
      { day: today - 6 * 86_400_000, country: 'DE', notModified: 40 },
      { day: today, country: 'US', ok: 30 },
      { day: today, country: '', ok: 20 },
      { day: today - 30 * 86_400_000, country: 'DE', ok: 9999 },
    ].map((row) => ({ ...none, ...row, appID }));
    await server.db.insertInto('app_usage').values(rows).execute();
    return appID;
  }

  it('counts the requests of seven days that would be turned off, by reason and country', async () => {
    const appID = await askedApp();
    expect(await impactOf(server.admin, { appID, country: 'US' })).toEqual({
      requests: 150,
      lost: 100,
      unknown: 20,
      parts: [{ reason: 'country', country: 'DE', requests: 100 }],
    });
    expect(await impactOf(server.ada, { appID, adsStatus: 'off' })).toMatchObject({ lost: 150 });
    expect(await impactOf(server.ada, { appID })).toMatchObject({ requests: 150, lost: 0 });
    expect(await impactOf(server.admin, { appID, country: 'Atlan' })).toMatchObject({ lost: 0 });
    expect(await impactOf(server.admin, { appID, country: 'US', ipAddress: 'off' })).toMatchObject({
      lost: 0,
    });
  });

  it('leaves out an app that has no ad units, and so no ads to lose', async () => {
    const appID = await askedApp();
    const none = { as: server.admin, id: appID, body: { googleBanner1: '' } };
    expect((await server.call('updateApp', none)).status).toBe(200);
    expect(await impactOf(server.ada, { appID, adsStatus: 'off' })).toMatchObject({
      requests: 150,
      lost: 0,
    });
  });

  it('is nothing for a new app', async () => {
    expect(await impactOf(server.admin, { appStatus: 'live' })).toBe(null);
  });
});
