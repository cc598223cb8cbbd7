import { limits } from '@adwarden/contract/limits';
import type { Pause } from '@adwarden/contract/pauses/pauses';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';
import { readPauses } from '../../stream/stream.pauses.store.ts';

/* Pauses of some apps (ADR 79), and of all of an owner's apps. */

let api: AppServer;
let adaID: string;
beforeAll(async () => {
  api = await openAppServer();
  const { body } = await api.call('getUserNames', { as: api.admin, query: { exact: 'ada' } });
  adaID = body.data[0].id;
});
afterAll(() => api.close());
afterEach(async () => {
  for (const { id } of (await list(api.admin)).data) await end(id);
});

type Form = { scope?: string; value?: string; appIDs?: unknown; until?: string };
const pause = (form: Form, as = api.admin) =>
  api.callLoosely('startPause', {
    as,
    body: { scope: 'apps', reason: 'Invalid traffic', ...form },
  });
const end = (id: string, as = api.admin, body?: object) => api.call('endPause', { as, id, body });
async function list(as: string, query: Record<string, string> = {}) {
  const { body } = await api.call('getPauses', { as, query: { pageSize: 100, ...query } });
  return body as { data: Pause[]; total: number };
}
async function started(form: Form, as = api.admin): Promise<Pause> {
  const answer = await pause(form, as);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
async function addApps(...owners: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [place, selectedUser] of owners.entries()) {
    const app = await api.add({ appName: `App ${place}`, selectedUser });
    ids.push(app.appID);
  }
  return ids;
}
/** Returns the apps without ads, as every process that answers ads is told. */
async function stopped(): Promise<string[]> {
  const { pauses } = await readPauses(api.db);
  expect(pauses.map(({ scope }) => scope)).toEqual(pauses.map(() => 'app'));
  return pauses.map(({ key }) => key).sort();
}

describe('a pause of some apps', () => {
  it('is one with one end, and goes to phones as one of each app', async () => {
    const ids = await addApps('ada', 'eve', '');
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const made = await started({ appIDs: ids, until });
    expect(made).toMatchObject({ scope: 'apps', value: '', apps: 3, until });
    expect(made.label).toBe('App 0, App 1 and 1 more');
    expect(made.appIDs?.toSorted()).toEqual(ids.toSorted());
    expect((await list(api.admin)).data).toEqual([made]);
    expect(await stopped()).toEqual(ids.toSorted());

    const answer = await end(made.id);
    expect(answer.body.data).toMatchObject({ id: made.id, apps: 3, endedBy: { kind: 'admin' } });
    expect(await stopped()).toEqual([]);
    expect((await list(api.admin)).total).toBe(0);
    const [ended] = (await list(api.admin, { state: 'ended' })).data;
    expect(ended).toEqual(answer.body.data);
    expectRefusal(await end(made.id), 409);
    const entries = await api.entriesOf(made.id);
    expect(entries.map(({ action }) => action)).toEqual(['create', 'end']);
    expect(entries[0]?.row).toMatchObject({
      scope: 'apps',
      label: made.label,
      appNames: ['App 0', 'App 1', 'App 2'],
    });
  });

  it('ends by itself, whole', async () => {
    const ids = await addApps('ada', 'ada');
    const made = await started({ appIDs: ids, until: new Date(Date.now() + 700).toISOString() });
    const entries = async () => (await api.entriesOf(made.id)).map(({ action }) => action);
    await expect.poll(entries).toEqual(['create', 'end']);
    expect(await stopped()).toEqual([]);
    expect((await list(api.admin)).total).toBe(0);
  });

  it('goes on for the others when some are resumed', async () => {
    const [one = '', two = '', three = ''] = await addApps('ada', 'ada', 'eve');
    const made = await started({ appIDs: [one, two, three] });
    const { body } = await end(made.id, api.admin, { appIDs: [two] });
    expect(body.data).toMatchObject({ id: made.id, endedAt: null, apps: 2 });
    expect(await stopped()).toEqual([one, three].toSorted());
    expect((await list(api.admin, { appID: two })).data).toEqual([]);
    expect((await list(api.admin, { appID: one })).data).toEqual([body.data]);
    for (const appIDs of [[two], ['nosuchapp'], [one, one], []]) {
      expectRefusal(await end(made.id, api.admin, { appIDs }), 400, 'appIDs');
    }
    await end(made.id, api.admin, { appIDs: [one, three] });
    expect(await stopped()).toEqual([]);
    expect((await list(api.admin)).total).toBe(0);
  });

  it('follows an app to another owner and back from its deletion', async () => {
    const [moved = '', gone = '', kept = ''] = await addApps('ada', 'ada', 'ada');
    const made = await started({ appIDs: [moved, gone, kept] });
    await api.update(moved, { selectedUser: 'eve', accountName: 'Elsewhere' });
    await api.call('deleteApp', { as: api.admin, id: gone });
    expect((await list(api.admin)).data).toMatchObject([{ id: made.id, apps: 2 }]);
    const { data } = await list(api.eve);
    expect(data).toMatchObject([{ scope: 'apps', label: 'App 0', apps: 1, appIDs: [moved] }]);
    const deletion = (await api.entriesOf(gone)).at(-1)?.seq ?? 0;
    await api.call('restoreChange', { as: api.admin, id: deletion, body: {} });
    expect((await list(api.admin)).data).toMatchObject([{ apps: 3 }]);
    expect(await stopped()).toEqual([moved, gone, kept].toSorted());
  });

  it('is over when only deleted apps are left of it', async () => {
    const [gone = '', kept = ''] = await addApps('ada', 'ada');
    const { id } = await started({ appIDs: [gone, kept] }, api.ada);
    await api.call('deleteApp', { as: api.admin, id: gone });
    expect((await end(id, api.ada)).body.data.endedAt).not.toBeNull();
    expect((await list(api.admin)).total).toBe(0);
  });

  it('is refused for what it names', async () => {
    const [own = '', foreign = ''] = await addApps('ada', 'eve');
    const many = Array.from({ length: limits.pauses.apps + 1 }, (_, n) => `app${n}`);
    for (const [appIDs, message] of [
      [many, /At most 1,000/],
      [[own, own], /twice/],
      [[own, 'nosuchapp'], /Unknown application: nosuchapp/],
      [[], /at least one/],
      [undefined, /at least one/],
      ['x', /list/],
    ] as const) {
      const answer = await pause({ appIDs });
      expectRefusal(answer, 400, 'appIDs');
      expect(answer.body.errors[0].message).toMatch(message);
    }
    expectRefusal(await pause({ appIDs: [own, foreign] }, api.ada), 400, 'appIDs');
    expectRefusal(await pause({ appIDs: [own], value: own }), 400, 'value');
    expectRefusal(await pause({ scope: 'app', value: own, appIDs: [own] }), 400, 'appIDs');
    await started({ scope: 'app', value: own });
    expectRefusal(await pause({ appIDs: [own] }), 409, 'appIDs');
    const both = await started({ appIDs: [own, foreign] });
    expectRefusal(await pause({ appIDs: [own, foreign] }), 409, 'appIDs');
    await end(both.id);
    expect(await stopped(), 'what was paused before, stays so').toEqual([own]);
  });

  it('may name a thousand apps', async () => {
    const [own = ''] = await addApps('ada');
    const row = await api.db
      .selectFrom('app')
      .selectAll()
      .where('appID', '=', own)
      .executeTakeFirstOrThrow();
    const ids = Array.from(
      { length: limits.pauses.apps },
      (_, n) => `many${String(n).padStart(12, '0')}`,
    );
    for (const appID of ids) {
      await api.db
        .insertInto('app')
        .values({ ...row, appID })
        .execute();
    }
    const made = await started({ appIDs: ids });
    expect(await stopped()).toEqual(ids);
    expect((await list(api.admin)).data).toEqual([made]);
    await end(made.id);
    expect(await stopped()).toEqual([]);
    await api.db.deleteFrom('app').where('appID', 'in', ids).execute();
  });
});

describe('an owner', () => {
  it('sees and ends only the own apps of a pause of some', async () => {
    const [mine = '', moved = ''] = await addApps('ada', 'ada');
    const byAdmin = await started({ appIDs: [mine, ...(await addApps('eve'))] });
    expect((await list(api.ada)).data).toMatchObject([
      { id: byAdmin.id, label: 'App 0', apps: 1, appIDs: [mine] },
    ]);
    expectRefusal(await end(byAdmin.id, api.ada), 403);
    await end(byAdmin.id);

    const own = await started({ appIDs: [mine, moved] }, api.ada);
    expectRefusal(await end(own.id, api.eve), 404);
    await api.update(moved, { selectedUser: 'eve' });
    expectRefusal(await end(own.id, api.eve, { appIDs: [mine] }), 400, 'appIDs');
    const { body } = await end(own.id, api.eve);
    expect(body.data).toMatchObject({ reason: '', createdBy: { name: 'Another owner' } });
    expect(await stopped()).toEqual([mine]);
    expect((await end(own.id, api.ada)).status).toBe(200);
    expect(await stopped()).toEqual([]);
  });

  it('pauses all own apps, those that come later, too, and resumes them', async () => {
    const [mine = '', foreign = ''] = await addApps('ada', 'eve');
    const eveID = (await api.call('getUserNames', { as: api.admin, query: { exact: 'eve' } })).body
      .data[0].id;
    expectRefusal(await pause({ scope: 'owner', value: eveID }, api.ada), 403);
    const made = await started({ scope: 'owner', value: adaID }, api.ada);
    const { pauses } = await readPauses(api.db);
    expect(pauses).toMatchObject([{ scope: 'owner', key: adaID }]);
    expectRefusal(await pause({ scope: 'owner', value: adaID }, api.ada), 409, 'value');
    expect((await list(api.ada, { appID: mine })).total).toBe(1);
    expect((await list(api.eve, { appID: foreign })).total).toBe(0);
    expectRefusal(await end(made.id, api.eve), 404);
    // The owner sees and ends the pause even when no app is left.
    const apps = (await api.call('getApp', { as: api.ada, id: 'ada' })).body.data;
    for (const { appID } of apps) await api.call('deleteApp', { as: api.admin, id: appID });
    expect((await list(api.ada)).data).toMatchObject([{ id: made.id, apps: 0 }]);
    expect((await end(made.id, api.ada)).status).toBe(200);
  });
});
