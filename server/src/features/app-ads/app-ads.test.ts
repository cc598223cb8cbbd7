import { type Account, accountList, staleAccount } from '@adwarden/contract/app-ads/app-ads';
import { googleLine } from '@adwarden/contract/app-ads/app-ads-file';
import { limits } from '@adwarden/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';
import { changesOf } from '../../../test/servers/changes-of.ts';

/* The app-ads.txt of accounts: the public file, and what administrators set (ADR 59). */

let api: AppServer;
beforeAll(async () => {
  // No site check runs by itself.
  api = await openAppServer({}, { begins: false });
});
afterAll(() => api.close());

const publisher = (number: number) => String(number).repeat(16);
const unit = (number: number) => `ca-app-pub-${publisher(number)}/1234567890`;
const line = (number: number) => googleLine(publisher(number));

/** Requests the public file of an account, without a sign-in. */
const file = (account: string, headers = {}) =>
  api.inject({ method: 'GET', url: '/app-ads.txt', query: { account }, headers });
const read = (id: string, as = api.admin) => api.call('getAccount', { as, id });
const set = (id: string, body: object, as = api.admin) =>
  api.call('updateAccount', { as, id, body });
const account = async (id: string): Promise<Account> => (await read(id)).body.data;

describe('the file', () => {
  it('has a line for each publisher in the ad units of the live apps, and the further lines', async () => {
    const accountName = 'Harbour Apps';
    await api.add({ accountName, appStatus: 'live', googleBanner1: unit(2), reward1: unit(1) });
    await api.add({ accountName: 'HARBOUR-APPS', appStatus: 'live', reward1: unit(1) });
    await api.add({ accountName, appStatus: 'suspend', reward1: unit(3) });
    await api.add({ accountName: 'Quay', appStatus: 'live', reward1: unit(4) });
    const extraLines = '# others\nunity.com, 4711, RESELLER';
    await set(accountName, { extraLines });
    for (const name of [accountName, 'harbour apps', ' HarbourApps ']) {
      const answer = await file(name);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.text).toBe(`${line(1)}\n${line(2)}\n${extraLines}\n`);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'public, max-age=300',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('has an entity tag of its content, and is not sent again while that is the same', async () => {
    const accountName = 'Lagoon';
    await api.add({ accountName, appStatus: 'live', reward1: unit(6) });
    const { etag } = (await file(accountName)).headers;
    for (const known of [String(etag), `"other", W/${etag}`, '*']) {
      const same = await file(accountName, { 'if-none-match': known });
      expect([same.status, same.text], known).toEqual([304, '']);
      expect(same.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=300' });
    }
    // The file of an account is kept for a minute, so the changed content is that of another account.
    await api.add({ accountName: 'Atoll', appStatus: 'live', reward1: unit(7) });
    const other = await file('Atoll', { 'if-none-match': String(etag) });
    expect([other.status, other.text]).toEqual([200, `${line(7)}\n`]);
    expect(other.headers.etag).not.toBe(etag);
  });

  it('of an account without lines is a 404, which is the same for an account that nobody has', async () => {
    await api.add({ accountName: 'Samples only', appStatus: 'live' });
    await api.add({ accountName: 'Not live', appStatus: 'in-develop', reward1: unit(5) });
    const answers = await Promise.all(
      ['Samples only', 'Not live', 'Nobody'].map((name) => file(name)),
    );
    for (const answer of answers) {
      expectRefusal(answer, 404);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expectRefusal(await file(''), 400, 'account', 'The address must name an account');
    expectRefusal(await api.inject({ method: 'GET', url: '/app-ads.txt' }), 400, 'account');
  });

  it('is asked of the database once in a minute', async () => {
    await api.add({ accountName: 'Kept', appStatus: 'live', reward1: unit(6) });
    const before = await file('Kept');
    await set('Kept', { extraLines: 'unity.com, 1, DIRECT' });
    expect((await file('KEPT')).text).toBe(before.text);
    expect((await account('Kept')).extraLines).toBe('unity.com, 1, DIRECT');
  });
});

describe('an account', () => {
  it('is listed with its apps and its site', async () => {
    const accountName = 'List of boats';
    await api.add({ accountName });
    await api.add({ accountName });
    await set(accountName, { site: 'www.boats.example' });
    const answer = await api.call('getAccounts', { as: api.admin, query: { search: 'of boat' } });
    expect(accountList.parse(answer.body)).toMatchObject({
      data: [{ account: accountName, apps: 2, site: 'https://boats.example' }],
      total: 1,
      page: 0,
      pageSize: 10,
    });
    for (const query of [{ pageSize: 101 }, { page: -1 }, { search: 'x'.repeat(201) }]) {
      const refused = await api.call('getAccounts', { as: api.admin, query });
      expectRefusal(refused, 400, Object.keys(query)[0]);
    }
  });

  it('is read and set by any spelling: absent keeps, empty clears', async () => {
    const accountName = 'Kelp / Tide & Co.';
    await api.add({ accountName, appStatus: 'live', reward1: unit(7) });
    await api.add({ accountName, appStatus: 'suspend' });
    const whole = {
      account: accountName,
      apps: 2,
      liveApps: 1,
      site: '',
      lines: [line(7)],
      extraLines: '',
      version: 0,
      check: null,
    };
    expect(await account('kelp tide co')).toEqual(whole);
    const saved = await set('KELP/TIDE & CO', { site: 'http://kelp.example/' });
    expect(saved.body.data).toMatchObject({
      ...whole,
      site: 'http://kelp.example',
      version: expect.any(Number),
    });
    await set(accountName, { extraLines: 'contact=a@kelp.example' });
    await set(accountName, { site: '' });
    expect(await account(accountName)).toMatchObject({
      site: '',
      extraLines: 'contact=a@kelp.example',
    });
    expectRefusal(await read('nobody'), 404);
    expectRefusal(await set('nobody', { site: '' }), 404);
    expectRefusal(await api.call('getAccount', { as: api.admin, id: ' ' }), 400, 'account');
  });

  it('of which the last app is gone is still read and set', async () => {
    const { appID } = await api.add({ accountName: 'Gone' });
    await set('Gone', { site: 'gone.example' });
    await api.call('deleteApp', { as: api.admin, id: appID });
    expect(await account('gone')).toMatchObject({ account: 'Gone', apps: 0, lines: [] });
    expect((await set('gone', { site: '' })).body.data.site).toBe('');
  });

  it('refuses what is no site and no line, and names the field', async () => {
    await api.add({ accountName: 'Refusals' });
    expectRefusal(await set('Refusals', { site: 'https://a.example/apps' }), 400, 'site');
    expectRefusal(await set('Refusals', { site: `${'a'.repeat(255)}.com` }), 400, 'site');
    expectRefusal(await set('Refusals', { extraLines: 'google.com' }), 400, 'extraLines');
    const most = `#${'x'.repeat(limits.text.extraLines)}`;
    expectRefusal(await set('Refusals', { extraLines: most }), 400, 'extraLines');
    expectRefusal(await set('Refusals', { version: 'x' }), 400, 'version');
    expect((await set('Refusals', { extraLines: most.slice(0, -1) })).status).toBe(200);
  });

  it('refuses an old version, and says what is set now', async () => {
    await api.add({ accountName: 'Versions' });
    const first = await set('Versions', { site: 'a.example', version: 0 });
    const late = await set('Versions', { site: 'b.example', version: 0 });
    expectRefusal(late, 409);
    expect(late.body).toMatchObject({ current: first.body.data, changedBy: 'Administrator' });
    expect(staleAccount.safeParse(late.body).error).toBeUndefined();
    const { version } = first.body.data;
    expect((await set('Versions', { site: 'b.example', version })).status).toBe(200);
  });

  it('is not for owners', async () => {
    await api.add({ accountName: 'Owned' }, api.ada);
    for (const as of [api.ada, undefined]) {
      const status = as ? 403 : 401;
      expectRefusal(await api.call('getAccounts', { as }), status);
      expectRefusal(await api.call('getAccount', { as, id: 'Owned' }), status);
      expectRefusal(
        await api.call('updateAccount', { as, id: 'Owned', body: { site: '' } }),
        status,
      );
    }
  });
});

describe('the log', () => {
  const entries = async (key: string) =>
    (await api.call('getChanges', { as: api.admin, query: { entity: 'account', key } })).body.data;

  it('has each change of an account, with its name, and none when nothing changes', async () => {
    await api.add({ accountName: 'Logged Apps' });
    await set('Logged Apps', { site: 'a.example' });
    await set('logged-apps', { site: 'https://A.example', extraLines: '' });
    await set('Logged Apps', { extraLines: '# x' });
    expect(await entries('loggedapps')).toMatchObject([
      {
        name: 'Logged Apps',
        action: 'update',
        diff: [{ field: 'extraLines', before: '', after: '# x' }],
      },
      {
        name: 'Logged Apps',
        action: 'create',
        diff: [
          { field: 'accountName', before: null, after: 'Logged Apps' },
          { field: 'site', before: null, after: 'https://a.example' },
          { field: 'extraLines', before: null, after: '' },
        ],
      },
    ]);
  });

  it('undoes and restores a change, up to the first', async () => {
    const changes = changesOf(api);
    await api.add({ accountName: 'Undone' });
    await set('Undone', { site: 'a.example', extraLines: '# one' });
    const first = (await changes.last('undone', 'account')).seq;
    await set('Undone', { site: 'b.example' });
    const second = (await changes.last('undone', 'account')).seq;
    await set('Undone', { extraLines: '# two' });

    const undone = await changes.call('undoChange', second);
    expect(undone.body).toMatchObject({
      message: 'Undone: Site',
      data: { entity: 'account', account: { site: 'https://a.example', extraLines: '# two' } },
    });
    const partly = await changes.call('undoChange', first);
    expect(partly.body.message).toBe('Undone: Site. Left as it is: Further lines');
    expect(await account('Undone')).toMatchObject({ site: '', extraLines: '# two' });

    const restored = await changes.call('restoreChange', second);
    expect(restored.body).toMatchObject({
      message: `Account is back at the version of change ${second}`,
      data: { account: { site: 'https://b.example', extraLines: '# one' } },
    });
    const { version } = await account('Undone');
    expect(version).toBe((await changes.last('undone', 'account')).seq);
    expectRefusal(await api.call('undoChange', { as: api.ada, id: second }), 404);
  });
});
