import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../../../test/app-server.ts';
import {
  inIndia,
  inTheUnitedStates,
  openConnectServer,
  tenMinutes,
} from '../../../../test/connect-server.ts';

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
    const body = { scope: 'app', value: paused.appID, reason: 'Testing' };
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

  it('watches a limited number of apps: the one that ends first gives way', async () => {
    const rows = Array.from({ length: limits.connect.apps }, (_, index) => ({
      appID: `watched-${String(index).padStart(4, '0')}`,
      until: Date.now() + 60_000 + index,
      answeredAt: null,
      answer: '',
    }));
    await api.db.deleteFrom('app_watch').execute();
    await api.db.insertInto('app_watch').values(rows).execute();
    const app = await api.add();
    await api.start(app.appID);
    const kept = await api.db.selectFrom('app_watch').select('appID').orderBy('appID').execute();
    expect(kept).toHaveLength(limits.connect.apps);
    expect(kept.map(({ appID }) => appID)).toContain(app.appID);
    expect(kept.map(({ appID }) => appID)).not.toContain('watched-0000');
    await api.db.deleteFrom('app_watch').execute();
  });

  it('of an owner with too many takes the place of an own one, not of somebody else’s', async () => {
    const own = [];
    for (let count = 0; count <= limits.connect.appsOfOwner; count += 1) {
      own.push(await api.add({ selectedUser: 'ada' }));
    }
    const others = await api.add({ selectedUser: 'eve' });
    await api.start(others.appID, api.eve);
    for (const { appID } of own) await api.start(appID, api.ada);
    const isWatched = async ({ appID }: { appID: string }) =>
      (await api.find(appID)).secondsLeft > 0;
    expect(await isWatched(others)).toBe(true);
    expect(await Promise.all(own.map(isWatched))).toEqual([false, ...own.slice(1).map(() => true)]);
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
