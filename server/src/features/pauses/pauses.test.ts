import { limits } from '@adwarden/contract/limits';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api.close());
afterEach(async () => {
  for (const { id } of (await list(api.admin)).data) await end(id);
});

type Form = { scope?: string; value?: string; reason?: unknown; until?: unknown };
const pause = (form: Form, as = api.admin) =>
  api.callLoosely('startPause', { as, body: { scope: 'all', reason: 'Invalid traffic', ...form } });
const end = (id: string, as = api.admin) => api.call('endPause', { as, id, body: {} });
async function list(as: string, query: Record<string, string | number> = {}) {
  const answer = await api.call('getPauses', { as, query: { pageSize: 100, ...query } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
async function started(form: Form, as = api.admin) {
  const answer = await pause(form, as);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const userId = async (login: string) => {
  const { body } = await api.call('getUser', { as: api.admin });
  return body.data.find(({ userID }: { userID: string }) => userID === login).id;
};

describe('a pause', () => {
  it('is answered with everything that is known of it, and is over after its end', async () => {
    const { appID } = await api.add({ appName: 'Tide ✨ Clock' });
    const made = await started({ scope: 'app', value: appID, reason: ' Wrong “unit” %  ' });
    expect(made).toEqual({
      id: expect.stringMatching(/^[a-z2-7]{16}$/),
      scope: 'app',
      value: appID,
      label: 'Tide ✨ Clock',
      reason: 'Wrong “unit” %',
      createdAt: expect.any(String),
      createdBy: { kind: 'admin', name: 'Administrator' },
      until: null,
      endedAt: null,
      endedBy: null,
      apps: 1,
    });
    expect((await list(api.admin)).data).toEqual([made]);
    const ended = await end(made.id);
    expect(ended.body.data).toEqual({
      ...made,
      endedAt: expect.any(String),
      endedBy: { kind: 'admin', name: 'Administrator' },
    });
    expect((await list(api.admin)).total).toBe(0);
    expect((await list(api.admin, { state: 'ended' })).data[0]).toEqual(ended.body.data);
    expectRefusal(await end(made.id), 409);
  });

  it('has its beginning and its end in the log, and neither can be restored', async () => {
    const { id } = await started({ reason: 'For the log' });
    await end(id);
    const [began, over] = await api.entriesOf(id);
    expect(began).toMatchObject({ entity: 'pause', action: 'create', row: { endedAt: null } });
    expect(over).toMatchObject({ entity: 'pause', action: 'end' });
    const { body } = await api.call('getChanges', { as: api.admin, query: { key: id } });
    expect(body.data[0]).toMatchObject({
      name: 'All apps',
      actor: { name: 'Administrator' },
      diff: [{ field: 'endedAt', before: null, after: expect.any(String) }],
    });
    for (const name of ['restoreChange', 'undoChange'] as const) {
      const answer = await api.call(name, { as: api.admin, id: began?.seq ?? 0, body: {} });
      expectRefusal(answer, 400);
      expect(answer.body.message).toMatch(/^A pause cannot be restored/);
    }
  });

  it('covers the apps of an account in whatever case it is written, now and later', async () => {
    const accountName = 'Éclair d’Or %_';
    await api.add({ accountName });
    await api.add({ accountName: 'Éclair d’Or %_ Two' });
    const made = await started({ scope: 'account', value: 'éCLAIR D’or %_' });
    expect(made).toMatchObject({ label: accountName, value: accountName, apps: 1 });
    await api.add({ accountName: accountName.toUpperCase() });
    expect((await list(api.admin)).data[0].apps).toBe(2);
  });

  it.each(['Q', 'ZX'])('covers an account with the short name %s', async (accountName) => {
    await api.add({ accountName });
    await api.add({ accountName: `${accountName}${accountName}${accountName}` });
    expect(await started({ scope: 'account', value: accountName.toLowerCase() })).toMatchObject({
      apps: 1,
    });
  });

  it('covers the apps of an owner', async () => {
    await api.add({ selectedUser: 'eve' });
    const made = await started({ scope: 'owner', value: await userId('eve') });
    expect(made).toMatchObject({ label: 'Eve Quay', apps: 1 });
  });
});

describe('bad input', () => {
  it.each([
    [{ scope: 'planet' }, 'scope'],
    [{ scope: '' }, 'scope'],
    [{ scope: 'app' }, 'value'],
    [{ scope: 'all', value: 'x' }, 'value'],
    [{ scope: 'app', value: 'nosuchappatallxx' }, 'value'],
    [{ scope: 'account', value: 'Nobody’s account' }, 'value'],
    [{ scope: 'account', value: '%' }, 'value'],
    [{ scope: 'owner', value: 'nobody' }, 'value'],
    [{ scope: 'app', value: 'a'.repeat(limits.text.accountName + 1) }, 'value'],
    [{ reason: '' }, 'reason'],
    [{ reason: '   ' }, 'reason'],
    [{ reason: 7 }, 'reason'],
    [{ reason: 'r'.repeat(limits.text.reason + 1) }, 'reason'],
    [{ until: 'tomorrow' }, 'until'],
    [{ until: '2027-01-01' }, 'until'],
    [{ until: 5 }, 'until'],
    [{ until: '2020-01-01T00:00:00Z' }, 'until'],
    [{ until: '2099-01-01T00:00:00Z' }, 'until'],
  ])('%j is refused, naming %s', async (form, field) => {
    expectRefusal(await pause(form as Form), 400, field);
    expect((await list(api.admin)).total).toBe(0);
  });

  it('a second pause of the same thing is refused', async () => {
    await started({});
    expectRefusal(await pause({}), 409, 'value');
    expect((await list(api.admin)).total).toBe(1);
  });

  it('two who pause at once make one pause', async () => {
    const answers = await Promise.all([pause({}), pause({}), pause({})]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('a pause that does not exist has no end', async () => {
    for (const id of ['nosuchpause', '%00', 'a'.repeat(200)]) expectRefusal(await end(id), 404);
  });
});

describe('an owner', () => {
  it('pauses own apps only, and ends what owners began', async () => {
    const own = await api.add({ selectedUser: 'ada' });
    const foreign = await api.add({ selectedUser: 'eve' });
    for (const form of [{}, { scope: 'account', value: 'x' }, { scope: 'owner', value: 'x' }]) {
      expectRefusal(await pause(form, api.ada), 403);
    }
    expectRefusal(await pause({ scope: 'app', value: foreign.appID }, api.ada), 400, 'value');
    const made = await started({ scope: 'app', value: own.appID }, api.ada);
    expectRefusal(await end(made.id, api.eve), 404);
    expect((await end(made.id, api.ada)).status).toBe(200);

    const byAdmin = await started({ scope: 'app', value: own.appID });
    expectRefusal(await end(byAdmin.id, api.ada), 403);
    expectRefusal(await end(byAdmin.id, api.eve), 404);
    const both = await started({ scope: 'app', value: own.appID }, api.ada);
    expect((await end(byAdmin.id)).status).toBe(200);
    expect((await end(both.id)).status, 'an administrator ends every pause').toBe(200);
  });

  it('sees the pauses that cover own apps, and how many of those', async () => {
    const accountName = 'Shared account';
    const own = await api.add({ selectedUser: 'ada', accountName });
    const foreign = await api.add({ selectedUser: 'eve', accountName: 'shared ACCOUNT' });
    await started({ scope: 'account', value: accountName });
    await started({ scope: 'app', value: foreign.appID });
    await started({ scope: 'owner', value: await userId('eve') });
    await started({ scope: 'app', value: own.appID });
    const seen = (await list(api.ada)).data;
    expect(seen.map(({ scope, apps }: { scope: string; apps: number }) => [scope, apps])).toEqual([
      ['account', 1],
      ['app', 1],
    ]);
    expect((await list(api.eve)).total).toBe(3);
    expect((await list(api.admin)).total).toBe(4);
  });
});

it('of one app are found by its ID: its own, those of its owner and account, and that of all', async () => {
  const accountName = 'Pauses of One';
  const app = await api.add({ selectedUser: 'ada', accountName });
  const other = await api.add({ selectedUser: 'eve', accountName: 'Another' });
  await started({ scope: 'app', value: app.appID });
  await started({ scope: 'app', value: other.appID });
  await started({ scope: 'owner', value: await userId('ada') });
  await started({ scope: 'owner', value: await userId('eve') });
  await started({ scope: 'account', value: accountName.toUpperCase() });
  await started({ scope: 'all' });
  const scopes = async (appID: string, as = api.admin) =>
    (await list(as, { appID })).data.map(({ scope }: { scope: string }) => scope).sort();
  expect(await scopes(app.appID)).toEqual(['account', 'all', 'app', 'owner']);
  expect(await scopes(other.appID)).toEqual(['all', 'app', 'owner']);
  expect(await scopes(app.appID, api.ada)).toEqual(['account', 'all', 'app', 'owner']);
  for (const [appID, as] of [
    [other.appID, api.ada],
    ['aaaaaaaaaaaaaaaa', api.ada],
    ['aaaaaaaaaaaaaaaa', api.admin],
    ['%', api.admin],
  ] as const) {
    expect(await scopes(appID, as), appID).toEqual([]);
  }
});

describe('what an owner does not read of a pause', () => {
  it('who a former owner was, and why they paused', async () => {
    const { appID } = await api.add({ selectedUser: 'ada' });
    const over = await started({ scope: 'app', value: appID, reason: 'Kelp' }, api.ada);
    await end(over.id, api.ada);
    await started({ scope: 'app', value: appID, reason: 'Seaweed' }, api.ada);
    const [own] = (await list(api.ada, { state: 'ended' })).data;
    expect(own).toMatchObject({ reason: 'Kelp', endedBy: { name: 'Ada Harbour' } });
    expect((await list(api.ada)).data[0].createdBy).toEqual({ kind: 'user', name: 'Ada Harbour' });
    await api.update(appID, { selectedUser: 'eve' });
    const another = { kind: 'user', name: 'Another owner' };
    expect((await list(api.eve)).data[0]).toMatchObject({ createdBy: another, reason: '' });
    const [ended] = (await list(api.eve, { state: 'ended' })).data;
    expect(ended).toMatchObject({ createdBy: another, endedBy: another, reason: '' });
    expect((await list(api.admin)).data[0]).toMatchObject({ reason: 'Seaweed' });
  });

  it('why a former owner was paused', async () => {
    const { appID } = await api.add({ selectedUser: 'ada' });
    const { id } = await started({ scope: 'owner', value: await userId('ada'), reason: 'Kelp' });
    await api.update(appID, { selectedUser: 'eve' });
    const [seen] = (await list(api.eve)).data;
    expect(seen).toMatchObject({ scope: 'app', value: appID, reason: '' });
    await end(id);
    expect((await list(api.eve, { state: 'ended' })).data[0]).toMatchObject({ reason: '' });
    const mine = await api.add({ selectedUser: 'eve', accountName: 'Kelp Farm' });
    await started({ scope: 'account', value: 'kelp farm', reason: 'Seaweed' });
    await api.update(mine.appID, { accountName: 'Other farm' }, api.eve);
    expect((await list(api.eve)).data, 'of an own app').toMatchObject([{ reason: 'Seaweed' }]);
  });

  it('how another owner spells the account', async () => {
    await api.add({ selectedUser: 'eve', accountName: 'KELP Radio' });
    await started({ scope: 'account', value: 'kelp radio' });
    const { appID } = await api.add({ selectedUser: 'ada', accountName: 'Kelp Radio' });
    const spelled = { value: 'Kelp Radio', label: 'Kelp Radio', apps: 1 };
    expect((await list(api.ada)).data).toMatchObject([spelled]);
    await api.update(appID, { appStatus: 'suspend' });
    expect((await list(api.eve)).data[0].label).toBe('KELP Radio');
  });
});

it('pages are as long as was asked, the newest first', async () => {
  for (const appName of ['one', 'two', 'three']) {
    const { appID } = await api.add({ appName });
    await started({ scope: 'app', value: appID, reason: appName });
  }
  const { data, total } = await list(api.admin, { page: 1, pageSize: 2 });
  expect([total, data.map(({ reason }: { reason: string }) => reason)]).toEqual([3, ['one']]);
  expectRefusal(
    await api.callLoosely('getPauses', { as: api.admin, query: { state: 'both' } }),
    400,
    'state',
  );
});

it('owners who pause more apps than the web app reads hide no pause of an administrator', async () => {
  const owned = await api.add({ selectedUser: 'ada', accountName: 'Harbour' });
  const other = await api.add({ selectedUser: 'eve', accountName: 'Harbour' });
  const moved = await api.add({ selectedUser: 'ada', accountName: 'Left Ltd' });
  const wide = [
    await started({ scope: 'owner', value: await userId('ada') }),
    await started({ scope: 'account', value: 'Harbour' }),
    await started({ scope: 'account', value: 'Left Ltd' }),
  ];
  const ofApp = await started({ scope: 'app', value: owned.appID });
  const all = await started({ scope: 'all' });
  // The edit gives the app a pause of its own.
  expect((await api.update(moved.appID, { accountName: 'Right' }, api.ada)).status).toBe(200);
  const byEve = await started({ scope: 'app', value: other.appID }, api.eve);
  const row = await api.db
    .selectFrom('pause')
    .selectAll()
    .where('id', '=', byEve.id)
    .executeTakeFirstOrThrow();
  const count = limits.pauses.shown + 50;
  const copies = Array.from({ length: count }, (_, n) => ({
    ...row,
    id: `pause-of-an-owner-${n}`,
    createdAt: row.createdAt + 1 + n,
  }));
  for (let from = 0; from < count; from += 100) {
    await api.db
      .insertInto('pause')
      .values(copies.slice(from, from + 100))
      .execute();
  }
  try {
    const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    const page = idsOf(await list(api.admin, { pageSize: 10 }));
    expect(page.slice(0, 5)).toEqual([all, ...wide.toReversed(), ofApp].map(({ id }) => id));
    const continued = await api.db
      .selectFrom('pause')
      .select('id')
      .where('key', '=', moved.appID)
      .execute();
    expect(page.slice(5, 7)).toEqual([continued[0]?.id, copies.at(-1)?.id]);
    expect(idsOf(await list(api.eve, { pageSize: 10 })).slice(0, 2)).toEqual([all.id, wide[1]?.id]);

    // For phones, the oldest pause stops the ads of its app as well.
    for (const { id } of [all, ...wide]) expect((await end(id)).status).toBe(200);
    const address = await api.listen();
    const ads = async ({ appID, authToken }: { appID: string; authToken: string }) => {
      const answer = await fetch(`${address}/api/getAds?appID=${appID}&authToken=${authToken}`);
      const { data } = (await answer.json()) as { data?: { reason: string | null } };
      return data?.reason;
    };
    await expect.poll(() => ads(owned)).toBe('paused');
    const free = await api.add();
    await expect.poll(() => ads(free)).toBe(null);
  } finally {
    await api.db.deleteFrom('pause').where('id', 'like', 'pause-of-an-owner-%').execute();
  }
}, 30_000);
