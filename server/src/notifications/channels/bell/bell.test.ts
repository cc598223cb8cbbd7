import { limits } from '@adwarden/contract/limits';
import { type BellItem, bellItem } from '@adwarden/contract/notifications/bell';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BatchServer, openBatchServer } from '../../../../test/servers/batch-server.ts';
import { adminPassword } from '../../../../test/servers/build-test-server.ts';
import { allRung } from '../../../../test/servers/rung.ts';
import { addSecondAdmin } from '../../../../test/servers/second-admin.ts';
import { judgeInstallation } from '../../../features/findings/judging/run.service.ts';

let api: BatchServer;
let other: { id: string; token: string };
beforeAll(async () => {
  api = await openBatchServer({ WRITES_PER_MINUTE: '100000' });
  other = await addSecondAdmin(api);
});
afterAll(() => api?.close());
afterEach(async () => {
  await allRung(api.db);
  await api.db.deleteFrom('bell_item').execute();
  await api.call('updateUser', {
    as: api.admin,
    id: await adaID(),
    body: { needsApproval: 'off' },
  });
});

const soon = { interval: 20 };

/** Adds an app without errors, unless the given fields have some. */
async function add(over: object, as = api.ada): Promise<string> {
  const [appID = ''] = await api.addSome(1, over, as);
  return appID;
}
async function bell(as: string): Promise<{ items: BellItem[]; unread: number }> {
  const answer = await api.call('getBell', { as });
  expect(answer.status, answer.text).toBe(200);
  const items = answer.body.data.map((one: unknown) => bellItem.parse(one));
  return { items, unread: answer.body.unread };
}
const textsOf = async (as: string) => (await bell(as)).items.map(({ text }) => text);
const rings = (as: string, text: string) => expect.poll(() => textsOf(as), soon).toContain(text);

const adaID = async () => {
  const query = { page: 0, exact: 'ada' };
  const { body } = await api.call('getUser', { as: api.admin, query });
  return body.data[0].id as string;
};
/** Returns the name of the owner `eve`. */
const eve = async () => {
  const query = { page: 0, exact: 'eve' };
  return (await api.call('getUser', { as: api.admin, query })).body.data[0].fullName as string;
};
const broken = { googleBanner1: 'ca-app-pub-1' };
const pause = async (body: object, as = api.admin) => {
  const answer = await api.callLoosely('startPause', {
    as,
    body: { reason: 'Under review', ...body },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.id as string;
};

describe('an approval', () => {
  it('rings for administrators until somebody has decided, and then for its author', async () => {
    await api.call('updateUser', {
      as: api.admin,
      id: await adaID(),
      body: { needsApproval: 'on' },
    });
    const appID = await add({ appName: 'Tide Clock' });
    const { body } = await api.update(appID, { note: 'x' }, api.ada);
    const { id } = body.data.changeRequest;
    const asks = 'Ada Harbour asks to change Tide Clock';
    await rings(api.admin, asks);
    await rings(other.token, asks);
    const [item] = (await bell(api.admin)).items;
    expect(item).toMatchObject({
      kind: 'approval-waits',
      isRead: false,
      path: `/admin/safety/change-requests?state=in-review&appID=${appID}`,
    });
    expect(await textsOf(api.ada)).toEqual([]);
    await api.call('approveChangeRequest', { as: api.admin, id });
    await rings(api.ada, 'Your change of Tide Clock was approved and applied');
    for (const as of [api.admin, other.token]) expect(await textsOf(as)).not.toContain(asks);
    expect((await bell(api.ada)).items[0]).toMatchObject({
      kind: 'request-decided',
      path: `/safety/change-requests?state=applied&appID=${appID}`,
    });
  });

  it('that is rejected rings for its author, and one that they withdraw for nobody', async () => {
    await api.call('updateUser', {
      as: api.admin,
      id: await adaID(),
      body: { needsApproval: 'on' },
    });
    const appID = await add({ appName: 'Ebb' });
    const first = await api.update(appID, { note: 'x' }, api.ada);
    const reject = { as: api.admin, id: first.body.data.changeRequest.id, body: { reason: 'No' } };
    await api.call('rejectChangeRequest', reject);
    await rings(api.ada, 'Your change of Ebb was rejected');
    const second = await api.update(appID, { note: 'y' }, api.ada);
    const { id } = second.body.data.changeRequest;
    await api.call('cancelChangeRequest', { as: api.ada, id });
    await allRung(api.db);
    expect(await textsOf(api.admin)).toEqual([]);
    expect(await textsOf(api.ada)).toEqual(['Your change of Ebb was rejected']);
  });
});

it('a batch rings for whoever started it', async () => {
  const appIDs = await api.addSome(2, {}, api.ada);
  const { id } = await api.run({ appIDs }, { set: { visibleExtra: 'on' } }, api.ada);
  await rings(api.ada, 'Your bulk change “Visible Extra: ON” is done: 2 changed');
  expect((await bell(api.ada)).items[0]).toMatchObject({ path: `/safety/batches?batch=${id}` });
  expect(await textsOf(api.admin)).toEqual([]);
  expect(await textsOf(api.eve)).toEqual([]);
});

describe('new errors', () => {
  it('of an app ring for its owner, once for the app, as long as there are any', async () => {
    const appID = await add({ appName: 'Flow', ...broken });
    await rings(api.ada, 'An error in Flow');
    const { items } = await bell(api.ada);
    await api.call('readBell', { as: api.ada, body: {} });
    await api.update(appID, { reward1: 'ca-app-pub-2' }, api.ada);
    await expect.poll(async () => (await bell(api.ada)).unread, soon).toBe(1);
    await rings(api.ada, '2 errors in Flow');
    const again = await bell(api.ada);
    expect(again).toMatchObject({ unread: 1, items: [{ id: items[0]?.id, isRead: false }] });
    expect(again.items[0]?.path).toBe(`/safety/findings?appID=${appID}&severity=error`);
    expect(await textsOf(api.eve)).toEqual([]);
    expect(await textsOf(api.admin), 'administrators have the page Safety').toEqual([]);
    await api.update(appID, { reward1: '', googleBanner1: '' }, api.ada);
    const left = await bell(api.ada);
    expect(left.items.map(({ text }) => text)).toEqual(['An error in Flow']);
  });

  it('do not go with an app to another owner', async () => {
    const appID = await add({ appName: 'Given', ...broken });
    await rings(api.ada, 'An error in Given');
    await api.update(appID, { selectedUser: 'eve' });
    expect(await textsOf(api.ada)).toEqual([]);
    expect(await textsOf(api.eve), 'it is not new').toEqual([]);
  });

  it('of the installation ring for all administrators', async () => {
    const installation = () => ({
      callers: { known: 0, unknown: 0 },
      vpn: { answered: 0, failed: 0 },
      vpnTrouble: '',
      databaseBuiltAt: Date.now(),
      usesDatabase: true,
      backups: null,
      connections: { openFiles: 1024, refused: 0 },
      folderTrouble: 'The folder is full',
    });
    await judgeInstallation({ db: api.db, installation }, Date.now());
    for (const as of [api.admin, other.token]) await rings(as, 'An error in the installation');
    await judgeInstallation(
      { db: api.db, installation: () => ({ ...installation(), folderTrouble: '' }) },
      Date.now(),
    );
    expect(await textsOf(api.admin)).toEqual([]);
  });
});

describe('a pause', () => {
  it('of an app rings for its owner and other administrators, when it begins and ends', async () => {
    const appID = await add({ appName: 'Quay' });
    const id = await pause({ scope: 'app', value: appID });
    await rings(api.ada, 'Ads paused: Quay');
    await rings(other.token, 'Ads paused: Quay');
    expect(await textsOf(api.admin), 'who did it knows').toEqual([]);
    expect((await bell(api.ada)).items[0]?.path).toBe('/safety/pauses?state=active');
    await api.call('endPause', { as: other.token, id });
    await rings(api.ada, 'Ads resumed: Quay');
    await rings(api.admin, 'Ads resumed: Quay');
    expect((await bell(api.ada)).items.map(({ path }) => path)).toEqual([
      '/safety/pauses?state=ended',
      '/safety/pauses?state=ended',
    ]);
    expect(await textsOf(api.eve)).toEqual([]);
  });

  it('of an account, an owner or all is called as each may know it', async () => {
    await add({ accountName: 'HARBOUR kelp' });
    await add({ accountName: 'Harbour Kelp' }, api.eve);
    await pause({ scope: 'account', value: 'harbour kelp' });
    await rings(api.ada, 'Ads paused: HARBOUR kelp');
    await rings(api.eve, 'Ads paused: Harbour Kelp');
    await pause({ scope: 'owner', value: await adaID() });
    await rings(api.ada, 'Ads paused: all your applications');
    await rings(other.token, 'Ads paused: Ada Harbour');
    await pause({ scope: 'all' });
    for (const as of [api.ada, api.eve, other.token]) {
      await rings(as, 'Ads paused: all applications');
    }
    expect(await textsOf(api.eve)).not.toContain('Ads paused: all your applications');
    await api.db.deleteFrom('pause').execute();
    expect(await textsOf(api.ada), 'what is gone is not shown').toEqual([]);
  });
});

describe('what one owner does', () => {
  const many = 70;
  /** Pauses `many` apps of an owner, each with a pause of its own. */
  async function pauseMany(as: string): Promise<void> {
    for (const value of await api.addSome(many, { appName: 'Flood' }, as)) {
      await pause({ scope: 'app', value }, as);
    }
  }

  it('does not push out what others do, nor what waits for a decision', async () => {
    const quay = await add({ appName: 'Quay' }, api.eve);
    await pause({ scope: 'app', value: quay }, api.eve);
    const asked = await add({ appName: 'Asked' }, api.eve);
    await api.needApproval('eve', 'on');
    expect((await api.update(asked, { note: 'x' }, api.eve)).body.data.changeRequest).toBeDefined();
    await pause({ scope: 'app', value: asked }, other.token);
    await pauseMany(api.ada);
    await allRung(api.db);
    const texts = await textsOf(api.admin);
    expect(texts).toContain(`${await eve()} asks to change Asked`);
    expect(texts).toContain('Ads paused: Quay');
    expect(texts).toContain('Ads paused: Asked');
    const floods = texts.filter((text) => text === 'Ads paused: Flood');
    expect([texts.length, floods.length]).toEqual([limits.bell.shown + 1, limits.bell.shown - 2]);
    const { items } = await bell(api.admin);
    const times = items.map(({ at }) => at);
    expect(times, 'the newest first').toEqual(times.toSorted().toReversed());
    const ids = items.map(({ id }) => id);
    const read = await api.call('readBell', { as: api.admin, body: { ids } });
    expect([read.status, read.body.data]).toEqual([200, { unread: 0 }]);
    await api.db.deleteFrom('pause').execute();
    await api.needApproval('eve', 'off');
  });

  it('does not push out what waits of others, when that are many requests', async () => {
    for (const login of ['ada', 'eve']) await api.needApproval(login, 'on');
    const first = await add({ appName: 'First' }, api.eve);
    await api.update(first, { note: 'x' }, api.eve);
    const appIDs = await api.addSome(limits.bell.decisions + 5, { appName: 'Flood' }, api.ada);
    for (const appID of appIDs) await api.update(appID, { note: 'x' }, api.ada);
    await pause({ scope: 'all' }, other.token);
    await allRung(api.db);
    const { items } = await bell(api.admin);
    const waiting = items.filter(({ kind }) => kind === 'approval-waits');
    expect(waiting).toHaveLength(limits.bell.decisions);
    expect(waiting.map(({ text }) => text)).toContain(`${await eve()} asks to change First`);
    expect(items.map(({ text }) => text)).toContain('Ads paused: all applications');
    await api.db.deleteFrom('pause').execute();
    await api.db.deleteFrom('change_request').execute();
    for (const login of ['ada', 'eve']) await api.needApproval(login, 'off');
  });
});

describe('reading', () => {
  it('is of each person, one by one or all, and never of what is somebody else’s', async () => {
    await pause({ scope: 'all' });
    await rings(api.ada, 'Ads paused: all applications');
    await rings(other.token, 'Ads paused: all applications');
    const [adas] = (await bell(api.ada)).items;
    const read = (as: string, body: object) => api.call('readBell', { as, body });
    const stolen = await read(other.token, { ids: [adas?.id] });
    expect(stolen.body.data).toEqual({ unread: 1 });
    expect((await bell(api.ada)).unread).toBe(1);
    expect((await read(api.ada, { ids: [adas?.id] })).body.data).toEqual({ unread: 0 });
    expect((await bell(api.ada)).items[0]?.isRead).toBe(true);
    expect((await read(other.token, {})).body.data).toEqual({ unread: 0 });
    await api.db.deleteFrom('pause').execute();
  });

  it.each([
    [{ ids: 'x' }, 'ids'],
    [{ ids: Array(101).fill('1') }, 'ids'],
  ])('refuses %j', async (body, field) => {
    const answer = await api.callLoosely('readBell', { as: api.ada, body });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  });

  it.each([{ ids: [] }, { ids: ['x', '9'.repeat(50)] }])('takes %j for nothing', async (body) => {
    expect((await api.call('readBell', { as: api.ada, body })).status).toBe(200);
  });
});

describe('an account', () => {
  it('rings for its person when somebody has changed its password or its role', async () => {
    const form = sampleUserForm({ userId: 'zed' });
    const made = await api.call('createNewUser', { as: api.admin, body: form });
    const { id } = made.body.data;
    const password = 'another-harbour-8';
    const changed = await api.call('updateUser', { as: api.admin, id, body: { password } });
    expect(changed.status, changed.text).toBe(200);
    const zed = await api.signInUser('zed', password);
    await rings(
      zed,
      'Your password was changed. If it was not you, ask an administrator for help at once',
    );

    const third = await addSecondAdmin(api, 'Third Administrator');
    const body = { role: 'viewer' } as const;
    const demoted = await api.call('updateAdmin', { as: api.admin, id: third.id, body });
    expect(demoted.status, demoted.text).toBe(200);
    const { email } = demoted.body.data;
    const again = await api.call('adminSignIn', { body: { email, password: adminPassword } });
    await rings(again.body.token, 'Your role is Viewer now');
    expect((await bell(other.token)).items, 'of nobody else').toEqual([]);
  });
});
