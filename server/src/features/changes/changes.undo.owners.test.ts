import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';

/* The Undo in the toast of an owner's saved edit (ADR 21). */

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api.close());

const undo = (as: string, id: number, last = id) =>
  api.call('undoChange', { as, id, body: { last } });

async function edited(as: string, changes: object = { note: 'edited' }) {
  const { appID } = await api.add({ note: 'before', selectedUser: 'ada' });
  const { body } = await api.update(appID, changes, as);
  return { appID, seq: body.data.version as number };
}

it('takes back an own edit at once', async () => {
  const { appID, seq } = await edited(api.ada, { note: 'edited', reward1: '', adsStatus: 'off' });
  const answer = await undo(api.ada, seq);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.data.app).toMatchObject({ appID, note: 'before', adsStatus: 'on' });
  const entries = await api.entriesOf(appID);
  expect(entries.at(-1)).toMatchObject({ action: 'undo', actorName: 'Ada Harbour' });
  expectRefusal(await undo(api.ada, entries.at(-1)?.seq ?? 0), 404);
});

it('is a 409 when somebody has changed the app since', async () => {
  const { appID, seq } = await edited(api.ada);
  await api.update(appID, { note: 'another' });
  const refused = await undo(api.ada, seq);
  expectRefusal(refused, 409);
  expect(refused.body.message).toBe('Somebody has changed this application since: look again');
});

it('is the same 404 for what somebody else did, for an app that was given away, and for nothing', async () => {
  const byAdmin = await edited(api.admin);
  const byAda = await edited(api.ada);
  const ofEve = await undo(api.eve, byAda.seq);
  await api.update(byAda.appID, { selectedUser: 'eve' });
  const answers = [
    ofEve,
    await undo(api.ada, byAdmin.seq),
    await undo(api.ada, byAda.seq),
    await undo(api.eve, byAda.seq),
    // No owner sees the change of an owner's account.
    await undo(api.ada, 1),
    ...(await Promise.all([999_999, Number.MAX_SAFE_INTEGER].map((seq) => undo(api.ada, seq)))),
  ];
  for (const answer of answers) {
    expectRefusal(answer, 404);
    expect(answer.body).toEqual(answers[0]?.body);
  }
  expect((await api.entriesOf(byAda.appID)).at(-1)).toMatchObject({ row: { note: 'edited' } });
});

it('answers every number of the log alike', async () => {
  const { last } = await api.db
    .selectFrom('change')
    .select(({ fn }) => fn.max<number>('seq').as('last'))
    .executeTakeFirstOrThrow();
  const seen = new Set<string>();
  for (let seq = 1; seq < last + 20; seq += 1) {
    const { status, text } = await api.call('undoChange', { as: api.eve, id: seq, body: {} });
    seen.add(`${status} ${text}`);
  }
  expect([...seen]).toEqual([expect.stringMatching(/^404 /)]);
});

it('is refused while the changes of the owner need approval', async () => {
  const form = sampleUserForm({ userId: 'lee', fullName: 'Lee Shore' });
  const { body: made } = await api.call('createNewUser', { as: api.admin, body: form });
  const lee = await api.signInUser('lee', form.password);
  const { appID } = await api.add({ selectedUser: 'lee' });
  const { body } = await api.update(appID, { note: 'mine' }, lee);
  const switchTo = (needsApproval: string) =>
    api.call('updateUser', { as: api.admin, id: made.data.id, body: { needsApproval } });
  await switchTo('on');
  expectRefusal(await undo(lee, body.data.version), 403);
  await switchTo('off');
  expect((await undo(lee, body.data.version)).status).toBe(200);
});
