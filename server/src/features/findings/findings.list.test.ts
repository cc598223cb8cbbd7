import { sampleAdUnits } from '@adwarden/contract/ad-units';
import { appsWithFindings } from '@adwarden/contract/findings/findings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFindingsServer } from '../../../test/servers/findings-server.ts';
import { notMuted } from './rules/compare.ts';

let server: Awaited<ReturnType<typeof buildFindingsServer>>;
beforeAll(async () => {
  server = await buildFindingsServer();
});
afterAll(() => server.close());

describe('the list', () => {
  it('has the findings of a save, and says all of each', async () => {
    const appID = await server.addApp(server.ada, {
      reward1: sampleAdUnits.reward,
      accountName: 'Harbour "1"',
    });
    const { data, total } = await server.list(server.ada, { appID });
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({
      appID,
      appName: 'Tide Clock',
      accountName: 'Harbour "1"',
      rule: 'sample-in-live-app',
      severity: 'error',
      field: 'reward1',
      detail: 'Reward 1 is Google’s sample, in a live app.',
      why: expect.stringContaining('earn nothing'),
      todo: expect.stringContaining('Replace'),
      apps: [],
      mutedAt: null,
    });
    await server.call('updateApp', { as: server.ada, id: appID, body: { reward1: '' } });
    expect(await server.rulesOf(server.ada, appID)).toEqual([]);
  });

  it('has a row for each app with all its findings, those with most requests first', async () => {
    const [quiet, busy] = [
      await server.addApp(server.grace, {
        reward1: sampleAdUnits.reward,
        packageName: 'com.example.x',
      }),
      await server.addApp(server.grace, { packageName: 'com.example.y' }),
    ];
    // The requests are stored as the hourly run would count them; it may run in the meantime.
    const day = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    const none = { notModified: 0, oldToken: 0, wrongToken: 0, turnedOff: 0 };
    const usage = { day, appID: busy, country: '', ok: 700, ...none };
    await server.db.insertInto('app_usage').values(usage).execute();
    const listed = server.db.updateTable('app_list').where('appID', '=', busy);
    await listed.set({ requests7d: 700 }).execute();
    const ask = async (query: Record<string, string | number> = {}, as = server.grace) => {
      const answer = await server.call('getAppsWithFindings', { as, query });
      expect(answer.status, answer.text).toBe(200);
      return appsWithFindings.parse(answer.body);
    };
    const { data, total } = await ask();
    expect(total).toBe(2);
    expect(data).toMatchObject([
      { appID: busy, requests7d: 700, findings: [{ rule: 'example-package' }] },
      {
        appID: quiet,
        appName: 'Tide Clock',
        requests7d: 0,
        findings: [{ rule: 'sample-in-live-app' }, { rule: 'example-package' }],
      },
    ]);
    expect((await ask({ page: 1, pageSize: 1 })).data).toMatchObject([{ appID: quiet }]);
    expect((await ask({ rule: 'sample-in-live-app' })).data).toMatchObject([
      { appID: quiet, findings: [{ rule: 'sample-in-live-app' }] },
    ]);
    expect((await ask({}, server.ada)).data.map(({ appID }) => appID)).not.toContain(busy);
    const stats = await server.call('appStats', { as: server.grace });
    expect(stats.body.data.worstApps).toEqual([
      {
        appID: quiet,
        appName: 'Tide Clock',
        rule: 'sample-in-live-app',
        severity: 'error',
        findings: 2,
        requests7d: 0,
      },
      {
        appID: busy,
        appName: 'Tide Clock',
        rule: 'example-package',
        severity: 'warning',
        findings: 1,
        requests7d: 700,
      },
    ]);
  });

  it('has the worst of a dashboard first: errors, warnings, notices, each by requests', async () => {
    const add = async (requests7d: number, over: object) => {
      const appID = await server.addApp(server.ada, { packageName: 'com.example.w', ...over });
      await server.db
        .updateTable('app_list')
        .set({ requests7d })
        .where('appID', '=', appID)
        .execute();
      return appID;
    };
    const worst = async (as: string) =>
      (await server.call('appStats', { as })).body.data.worstApps.map(
        ({ appID, severity }: { appID: string; severity: string }) => `${severity} ${appID}`,
      );
    const twice = { reward1: 'unit-of-dashboard', reward2: 'unit-of-dashboard' };
    const warned = await add(3_000_000_000, twice);
    const muted = await add(2_000_000_000, { appStatus: 'live', googleBanner1: '' });
    const broken = await add(40, { reward1: 'ca-app-pub-1' });
    const more = await add(50, { reward1: 'ca-app-pub-2' });
    const body = { appID: muted, rule: 'no-ad-unit', reason: 'known' } as const;
    expect((await server.call('muteFinding', { as: server.ada, body })).status).toBe(200);
    expect(await worst(server.ada)).toEqual([
      `error ${more}`,
      `error ${broken}`,
      `warning ${warned}`,
      `warning ${muted}`,
    ]);
    const nothing = { detail: '', facts: '', apps: '', since: 1, ...notMuted };
    const of = { appID: '', field: '', ...nothing };
    await server.db
      .insertInto('finding')
      .values([
        { ...of, rule: 'backup-overdue', rank: 0 },
        { ...of, rule: 'webhook-off', rank: 1 },
      ])
      .execute();
    expect((await worst(server.admin))[0], 'the installation').toBe('error ');
    expect(await worst(server.ada), 'is not for owners').toHaveLength(4);
    await server.db.deleteFrom('finding').where('rule', '=', 'backup-overdue').execute();
    const all = await worst(server.admin);
    expect(all.findIndex((one: string) => one.startsWith('warning'))).toBe(all.indexOf('warning '));
    await server.db.deleteFrom('finding').where('appID', '=', '').execute();
  });

  it('shows an owner only their own apps, and no name of another owner’s app', async () => {
    const shared = { reward1: 'max-0001' };
    const [own, other] = [
      await server.addApp(server.ada, shared),
      await server.addApp(server.grace, shared),
    ];
    const [seen] = (await server.list(server.ada, { appID: own })).data;
    expect(seen).toMatchObject({ rule: 'unit-in-two-apps', field: 'reward1', apps: [] });
    const { data } = await server.list(server.admin, { appID: own });
    expect(data[0]?.apps).toEqual([{ appID: other, appName: 'Tide Clock' }]);
    expect((await server.list(server.ada, { appID: other })).data).toEqual([]);
    expect(
      (await server.list(server.ada, { pageSize: 100 })).data.map(({ appID }) => appID),
    ).not.toContain(other);
  });

  it('shows no spelling of an account that is another owner’s', async () => {
    const own = await server.addApp(server.ada, { accountName: 'Kelp Radio' });
    const other = await server.addApp(server.grace, { accountName: 'KELP-Radio' });
    const unsaid = 'Other apps write this account name in another way.';
    const said = (name: string) => `Other apps write this account name “${name}”.`;
    const rule = 'account-spelling';
    const detailFor = async (as: string, appID: string) =>
      (await server.list(as, { appID, rule })).data[0]?.detail;
    expect(await detailFor(server.ada, own)).toBe(unsaid);
    expect(await detailFor(server.grace, other)).toBe(unsaid);
    expect(await detailFor(server.admin, own)).toBe(said('KELP-Radio'));
    for (const [as, body] of [
      [server.ada, { appID: own }],
      [server.ada, { accountName: 'kelp radio' }],
    ] as const) {
      const answer = await server.call('checkApp', { as, body });
      expect(answer.text).toContain(unsaid);
      expect(answer.text).not.toContain('KELP');
    }
    await server.call('updateApp', { as: server.admin, id: other, body: { selectedUser: 'ada' } });
    expect(await detailFor(server.ada, own), 'both are Ada’s now').toBe(said('KELP-Radio'));
    await server.call('updateApp', { as: server.admin, id: own, body: { selectedUser: 'grace' } });
    expect(await detailFor(server.grace, own)).toBe(unsaid);
    expect(await detailFor(server.ada, other)).toBe(unsaid);
  });

  it('is sorted, the worst first, and has pages', async () => {
    const first = await server.list(server.admin, { pageSize: 2 });
    expect(first).toMatchObject({ page: 0, pageSize: 2 });
    const all: string[] = [];
    for (let page = 0; page * 2 < first.total; page += 1) {
      const { data } = await server.list(server.admin, { page, pageSize: 2 });
      all.push(...data.map(({ severity }) => severity));
    }
    expect(all).toHaveLength(first.total);
    const order = ['error', 'warning', 'notice'];
    expect(all.map((one) => order.indexOf(one))).toEqual(
      all.map((one) => order.indexOf(one)).sort(),
    );
    expect((await server.list(server.admin, { page: 999_999 })).data).toEqual([]);
  });

  it('is filtered by severity, rule, app, account and words', async () => {
    const appID = await server.addApp(server.admin, {
      appName: 'Quokka %_',
      accountName: "O'Brien & Söhne",
      packageName: 'com.example.quokka',
      reward1: 'ca-app-pub-1~2',
    });
    const found = async (query: Record<string, string>) =>
      (await server.list(server.admin, { pageSize: 100, ...query })).data
        .filter((row) => row.appID === appID)
        .map(({ rule }) => rule);
    const all = ['app-id-in-slot', 'example-package', 'live-without-owner'];
    expect(await found({})).toEqual(all);
    expect(await found({ severity: 'warning' })).toEqual(['example-package']);
    expect(await found({ rule: 'app-id-in-slot' })).toEqual(['app-id-in-slot']);
    for (const account of ["o'brien", 'SÖHNE', '& s', "'b"])
      expect(await found({ account })).toEqual(all);
    for (const search of ['quokka %_', 'QUOK', 'com.example.q', appID, 'qu']) {
      expect(await found({ search }), search).toEqual(all);
    }
    for (const word of ['%%%', '___', '*', "''", 'obrien']) {
      expect(await found({ account: word }), word).toEqual([]);
      expect(await found({ search: word }), word).toEqual([]);
    }
  });

  it.each([
    [{ severity: 'fatal' }, 'severity', 'severity must be one of: error, warning, notice'],
    [{ severity: '' }, 'severity', 'severity must be one of: error, warning, notice'],
    [{ rule: 'nonsense' }, 'rule', 'rule must be one of: app-id-in-slot, '],
    [{ muted: 'maybe' }, 'muted', 'muted must be true or false'],
    [{ page: '-1' }, 'page', 'page must be'],
    [{ pageSize: '101' }, 'pageSize', 'pageSize must be'],
  ])('refuses %j by the name of the parameter', async (query, field, message) => {
    const { status, body } = await server.callLoosely('getFindings', { as: server.ada, query });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field, message: expect.stringContaining(message) }]);
  });
});
