import type { PauseScope } from '@adwarden/contract/pauses/pauses';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AppServer, openAppServer } from '../../../test/servers/app-server.ts';

/* An app that an administrator has paused stays paused until the pause ends, whoever edits it. */

let api: AppServer;
let address: string;
beforeAll(async () => {
  api = await openAppServer();
  address = await api.listen();
});
afterAll(() => api.close());

type App = { appID: string; authToken: string };

const reasonOf = async ({ appID, authToken }: App) => {
  const response = await fetch(`${address}/api/getAds?appID=${appID}&authToken=${authToken}`);
  const { data } = (await response.json()) as { data: { reason: string | null } };
  return data?.reason;
};
const pause = async (scope: PauseScope, value: string) => {
  const body = { scope, value, reason: 'invalid traffic' } as const;
  const answer = await api.call('startPause', { as: api.admin, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.id as string;
};
const end = (id: string, as = api.admin) => api.call('endPause', { as, id, body: {} });
const userId = async (login: string) => {
  const { body } = await api.call('getUser', { as: api.admin });
  return body.data.find(({ userID }: { userID: string }) => userID === login).id as string;
};

it('an owner cannot escape the pause of an account by renaming it', async () => {
  const app = await api.add({ accountName: 'Danger Acct', selectedUser: 'ada' });
  const id = await pause('account', 'Danger Acct');
  await expect.poll(() => reasonOf(app)).toBe('paused');
  const renamed = await api.update(app.appID, { accountName: 'Danger Acct.' }, api.ada);
  expect(renamed.status, renamed.text).toBe(200);
  // The owner edits it again, and renames it back. The app is always paused, and has at most one pause of its own.
  await api.update(app.appID, { accountName: 'Danger Acct' }, api.ada);
  await api.update(app.appID, { accountName: 'Another' }, api.ada);
  await expect.poll(() => reasonOf(app)).toBe('paused');
  const { body } = await api.call('getPauses', { as: api.admin });
  const own = body.data.filter(({ value }: { value: string }) => value === app.appID);
  expect(own).toMatchObject([{ scope: 'app', reason: 'invalid traffic' }]);
  expect((await end(own[0].id, api.ada)).status, 'the owner cannot end it').toBe(403);
  expect((await end(id)).status).toBe(200);
  await expect.poll(() => reasonOf(app)).toBe(null);
});

it('an app whose owner is paused stays paused when it gets another owner', async () => {
  const app = await api.add({ selectedUser: 'ada' });
  const id = await pause('owner', await userId('ada'));
  await expect.poll(() => reasonOf(app)).toBe('paused');
  await api.update(app.appID, { selectedUser: 'eve' });
  await expect.poll(() => reasonOf(app)).toBe('paused');
  await end(id);
  await expect.poll(() => reasonOf(app)).toBe(null);
});

it('a batch and its undo do not end a pause', async () => {
  const app = await api.add({ accountName: 'Batch Acct', selectedUser: 'ada' });
  const id = await pause('account', 'Batch Acct');
  const change = { set: { accountName: 'Free Acct' } };
  const select = { appIDs: [app.appID] };
  const preview = await api.call('previewBatch', { as: api.ada, body: { select, change } });
  const { previewID } = preview.body.data;
  const started = await api.call('startBatch', { as: api.ada, body: { previewID } });
  const ended = async (batchID: string) => {
    const { body } = await api.call('getBatch', { as: api.ada, id: batchID });
    return body.data.batch.state;
  };
  const batchID = started.body.data.batch.id;
  await expect.poll(() => ended(batchID)).toBe('done');
  await expect.poll(() => reasonOf(app)).toBe('paused');
  const undo = await api.call('undoBatch', { as: api.ada, id: batchID });
  await expect.poll(() => ended(undo.body.data.batch.id)).toBe('done');
  await expect.poll(() => reasonOf(app)).toBe('paused');
  await end(id);
  await expect.poll(() => reasonOf(app)).toBe(null);
});

it('an owner whose changes need approval can neither pause nor resume', async () => {
  const app = await api.add({ selectedUser: 'eve' });
  const body = { scope: 'app', value: app.appID, reason: 'mine' } as const;
  const first = await api.call('startPause', { as: api.eve, body });
  expect(first.status, first.text).toBe(200);
  const changed = await api.call('updateUser', {
    as: api.admin,
    id: await userId('eve'),
    body: { needsApproval: 'on' },
  });
  expect(changed.status, changed.text).toBe(200);
  expect((await end(first.body.data.id, api.eve)).status).toBe(403);
  expect((await end(first.body.data.id)).status).toBe(200);
  expect((await api.call('startPause', { as: api.eve, body })).status).toBe(403);
});
