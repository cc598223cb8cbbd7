import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeManyApps } from '../../../../test/databases/many-apps.ts';
import { expectRefusal } from '../../../../test/servers/app-server.ts';
import {
  inIndia,
  inTheUnitedStates,
  openConnectServer,
  tenMinutes,
} from '../../../../test/servers/connect-server.ts';

/* "Connect" (ADR 42): the answers to the phones of an app, as they happen. Its stream has a file of its own. */

let api: Awaited<ReturnType<typeof openConnectServer>>;
beforeAll(async () => {
  api = await openConnectServer();
});
afterAll(() => api.close());

describe('the last answer', () => {
  it('is shown within 2 s, with its country, its status and its age', async () => {
    const app = await api.add();
    expect(await api.start(app.appID)).toEqual({
      appID: app.appID,
      secondsLeft: tenMinutes,
      answer: null,
    });
    expect(await api.seen(app.appID)).toBeNull();
    await api.ask(app, inIndia);
    await api.shows(app.appID, { country: 'IN', status: 200, reason: null });
    const { answer, secondsLeft } = await api.find(app.appID);
    expect(answer?.secondsAgo).toBeLessThan(3);
    expect(secondsLeft).toBeGreaterThan(590);
  });

  it('is each next one: a revalidation, a refusal, another country', async () => {
    const app = await api.add();
    await api.start(app.appID);
    const { headers } = await api.ask(app, inIndia);
    await api.shows(app.appID, { status: 200 });
    const etag = headers.get('etag') ?? '';
    await api.ask(app, inTheUnitedStates, { headers: { 'if-none-match': etag } });
    await api.shows(app.appID, { country: 'US', status: 304, reason: null });
    await fetch(`${api.base}/api/getAds?appID=${app.appID}&authToken=${'x'.repeat(32)}`);
    await api.shows(app.appID, { country: null, status: 401, reason: null });
    await fetch(`${api.base}/api/getAds?appID=${app.appID}`);
    await api.shows(app.appID, { country: null, status: 400, reason: null });
    await fetch(`${api.base}/api/getAds?appID=${app.appID}&authToken=${app.authToken}`, {
      method: 'HEAD',
      headers: { connection: 'close', 'x-forwarded-for': inIndia },
    });
    await api.shows(app.appID, { country: 'IN', status: 200 });
  });

  it('says why the ads were off', async () => {
    const [suspended, ruled, paused] = [
      await api.add({ appStatus: 'suspend' }),
      await api.addRuled('US'),
      await api.add(),
    ];
    const body = { scope: 'app', value: paused.appID, reason: 'Testing' } as const;
    await api.call('startPause', { as: api.admin, body });
    for (const app of [suspended, ruled, paused]) {
      await api.start(app.appID);
      await api.ask(app, inIndia);
    }
    await api.shows(suspended.appID, { country: 'IN', status: 200, reason: 'suspended' });
    await api.shows(ruled.appID, { country: 'IN', status: 200, reason: 'country' });
    await api.shows(paused.appID, { country: 'IN', status: 200, reason: 'paused' });
    await api.ask(ruled, inTheUnitedStates);
    await api.shows(ruled.appID, { country: 'US', status: 200, reason: null });
  });

  it('is the last of many', async () => {
    const app = await api.add();
    await api.start(app.appID);
    for (let turn = 0; turn < 15; turn += 1) await api.ask(app, inIndia);
    await api.ask(app, inTheUnitedStates);
    await api.shows(app.appID, { country: 'US' });
  });

  it('stays when somebody else opens Connect, whose ten minutes count from then', async () => {
    const app = await api.add({ selectedUser: 'ada' });
    await api.start(app.appID);
    await api.ask(app, inIndia);
    await api.shows(app.appID, { status: 200 });
    await api.db
      .updateTable('app_watch')
      .set({ until: sql<number>`until - 300000` })
      .where('appID', '=', app.appID)
      .execute();
    expect((await api.find(app.appID)).secondsLeft).toBeLessThan(301);
    const again = await api.start(app.appID, api.ada);
    expect(again.secondsLeft).toEqual(tenMinutes);
    expect(again.answer).toMatchObject({ country: 'IN', status: 200 });
  });

  it('of an app that nobody watches is not noted, nor after the ten minutes', async () => {
    const app = await api.add();
    await api.ask(app, inIndia);
    const unwatched = { appID: app.appID, secondsLeft: 0, answer: null };
    expect(await api.find(app.appID)).toEqual(unwatched);
    await api.start(app.appID);
    await api.db.updateTable('app_watch').set({ until: 1 }).execute();
    expect(await api.find(app.appID)).toEqual(unwatched);
    await api.start((await api.add()).appID);
    await api.ask(app, inIndia);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await api.find(app.appID)).toEqual(unwatched);
  });
});

describe('the rest of the product', () => {
  it('has no entry in the log, and counts its answers as before', async () => {
    const app = await api.add();
    const before = await api.everything();
    await api.start(app.appID);
    const line = 'adwarden_ads_answers_total{outcome="ok"}';
    const answers = await api.metric(line);
    await api.ask(app, inIndia);
    await api.shows(app.appID, { status: 200 });
    expect(await api.everything()).toEqual(before);
    expect(await api.metric(line)).toBe(answers + 1);
  });

  /** Replaces all watches: each person gets this number of them, and they end in their order. */
  async function watched(people: Record<string, number>): Promise<void> {
    await api.db.deleteFrom('app_watch').execute();
    let place = 0;
    for (const [watchedBy, count] of Object.entries(people)) {
      const rows = Array.from({ length: count }, (_, index) => ({
        appID: `${watchedBy}-${String(index).padStart(4, '0')}`,
        until: Date.now() + 60_000 + place++,
        answeredAt: null,
        answer: '',
        watchedBy,
      }));
      await api.db.insertInto('app_watch').values(rows).execute();
    }
  }
  const all = async () =>
    (await api.db.selectFrom('app_watch').select('appID').execute()).map(({ appID }) => appID);
  const isWatched = async ({ appID }: { appID: string }) => (await api.find(appID)).secondsLeft > 0;

  it('watches a limited number of apps: the oldest of whoever has the most gives way', async () => {
    const { apps, appsOf } = limits.connect;
    const many = 60;
    const few = Math.floor((apps - many) / (appsOf.user - 1));
    const others = Object.fromEntries(
      Array.from({ length: few }, (_, index) => [`p${index}`, appsOf.user - 1]),
    );
    const rest = apps - many - few * (appsOf.user - 1);
    // The person with the most watches has the newest ones.
    await watched({ ...others, rest, most: many });
    const before = await all();
    expect(before).toHaveLength(apps);
    const app = await api.add();
    await api.start(app.appID);
    const kept = await all();
    expect(kept).toHaveLength(apps);
    expect(before.filter((appID) => !kept.includes(appID))).toEqual(['most-0000']);
    expect(kept).toContain(app.appID);
    await api.db.deleteFrom('app_watch').execute();
  });

  it.each([
    ['ada', 'user'],
    ['admin', 'admin'],
  ] as const)(
    'of %s with too many takes the place of an own one, not of somebody else’s',
    async (name, kind) => {
      const own = [];
      for (let count = 0; count <= limits.connect.appsOf[kind]; count += 1) {
        own.push(await api.add({ selectedUser: 'ada' }));
      }
      const others = await api.add({ selectedUser: 'eve' });
      await api.start(others.appID, api.eve);
      await api.start(own[0]?.appID ?? '', api[name]);
      await Promise.all(own.slice(1).map(({ appID }) => api.start(appID, api[name])));
      expect(await isWatched(others)).toBe(true);
      expect(await Promise.all(own.map(isWatched))).toEqual([
        false,
        ...own.slice(1).map(() => true),
      ]);
      await api.db.deleteFrom('app_watch').execute();
    },
  );

  it('of an owner stays theirs when an administrator opens it, too, and many others', async () => {
    const app = await api.add({ selectedUser: 'ada' });
    await api.start(app.appID, api.ada);
    await api.start(app.appID);
    const others = await writeManyApps(api.db, limits.connect.appsOf.admin + 1);
    await Promise.all(others.map((appID) => api.start(appID)));
    expect(await isWatched(app)).toBe(true);
    expect(await all()).toHaveLength(limits.connect.appsOf.admin + 1);
    await api.db.deleteFrom('app_watch').execute();
  });
});

describe('refused is', () => {
  it('whoever may not see the app, in both calls and the stream', async () => {
    const { appID } = await api.add({ selectedUser: 'ada' });
    expect((await api.start(appID, api.ada)).appID).toBe(appID);
    for (const name of ['connectApp', 'getConnection'] as const) {
      const theirs = await api.call(name, { as: api.eve, id: appID });
      expectRefusal(theirs, 404);
      const unknown = await api.call(name, { as: api.eve, id: 'aaaaaaaaaaaaaaaa' });
      expect(unknown.body).toEqual(theirs.body);
      expectRefusal(await api.call(name, { id: appID }), 401);
    }
    expect((await api.openStream(appID, api.eve)).status).toBe(404);
    expect((await api.openStream(appID, 'x'.repeat(43))).status).toBe(401);
  });

  it.each(['x'.repeat(201), ' ', '\u0000', '%', "'; drop table app_watch; --"])(
    'the app ID %j',
    async (id) => {
      for (const name of ['connectApp', 'getConnection'] as const) {
        const answer = await api.call(name, { as: api.admin, id });
        expect([400, 404], answer.text).toContain(answer.status);
        expect(answer.body).toMatchObject({ status: 'error', success: false });
      }
    },
  );
});
