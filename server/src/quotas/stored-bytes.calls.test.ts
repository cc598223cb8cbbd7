import { randomBytes } from 'node:crypto';
import { limits } from '@adwarden/contract/limits';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { batchRow } from '../../test/samples/batch-row.ts';
import { fileForm } from '../../test/samples/file-form.ts';
import { type BatchServer, openBatchServer } from '../../test/servers/batch-server.ts';
import { newId } from '../kit/ids.ts';

/* The storage limits of an owner and an administrator, tested by the calls that store something. */

const most = 400_000;
const figures = structuredClone(limits.quotas.storedBytes);
const long = '字'.repeat(limits.text.note);

let api: BatchServer;
let ada: string;
let admin: string;
beforeAll(async () => {
  Object.assign(limits.quotas.storedBytes, { user: most, admin: 4 * most });
  api = await openBatchServer({ WRITES_PER_MINUTE: '100000' });
  const users = await api.db.selectFrom('app_user').select(['id', 'userID']).execute();
  ada = users.find(({ userID }) => userID === 'ada')?.id ?? '';
  admin = (await api.db.selectFrom('admin').select('id').executeTakeFirstOrThrow()).id;
});
afterAll(async () => {
  Object.assign(limits.quotas.storedBytes, figures);
  await api.close();
});
afterEach(() => api.db.deleteFrom('batch').where('title', '=', 'a filling').execute());

async function storedBy(id: string): Promise<number> {
  const rows = await api.db
    .selectFrom('stored_bytes')
    .select('bytes')
    .where('id', '=', id)
    .execute();
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Makes a person have exactly so many bytes. */
async function fillTo(kind: 'user' | 'admin', id: string, bytes: number): Promise<void> {
  const batchID = newId();
  // It ended just now: the pruning, which begins 10 s after the start, would delete an older batch.
  const now = Date.now();
  const row = batchRow({
    id: batchID,
    title: 'a filling',
    authorKind: kind,
    authorId: id,
    createdAt: now,
    startedAt: now,
    endedAt: now,
  });
  await api.db.insertInto('batch').values(row).execute();
  const left = bytes - (await storedBy(id));
  await api.db.updateTable('batch').set({ bytes: left }).where('id', '=', batchID).execute();
  expect(await storedBy(id)).toBe(bytes);
}

const icon = () =>
  sharp(randomBytes(256 * 256 * 3), { raw: { width: 256, height: 256, channels: 3 } })
    .png()
    .toBuffer();

async function formWithIcon(): Promise<FormData> {
  const form = new FormData();
  form.set('icon', new Blob([new Uint8Array(await icon())]), 'icon.png');
  return form;
}

const newView = () =>
  ({ list: 'apps', name: newId(), shared: false, query: { search: 'x' } }) as const;

it('an owner who has as much as allowed is told what it is, can still shorten, and is not paused in anything else', async () => {
  const apps = await api.addSome(2, { note: long }, api.ada);
  const [appID = '', second = ''] = apps;
  const view = (await api.call('addView', { as: api.ada, body: newView() })).body.data;
  const request = await api.schedule({ appID: second, changes: { note: 'later' } }, api.ada);
  await fillTo('user', ada, most);
  const refused = await api.update(
    appID,
    { note: long, appName: 'a longer name than before' },
    api.ada,
  );
  expect(refused.status, refused.text).toBe(409);
  expect(refused.body.message).toBe(
    'You store 390.6 kB of 390.6 kB (batches and previews 345.6 kB, applications 29.9 kB, change requests 14.9 kB, views 0.2 kB), and this takes 0 kB more: shorten or delete something first. Previews, replaced icons, ended batches and closed change requests make room within an hour',
  );
  const fine = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    expect(status, text).toBe(200);
  };
  // Anything harmful can be stopped, however much somebody stores.
  await fine(api.update(appID, { adsStatus: 'off' }, api.ada));
  await fine(api.update(appID, { appStatus: 'suspend' }));
  const pause = { scope: 'app', value: appID, reason: 'too much', until: null } as const;
  await fine(api.call('startPause', { as: api.ada, body: pause }));
  // An administrator is not refused for what an owner stores.
  await fine(api.update(appID, { packageName: `com.harbour.${'x'.repeat(100)}` }));
  const above = await storedBy(ada);
  expect(above).toBeGreaterThan(most);
  expect(
    (await api.update(appID, { packageName: `com.harbour.${'y'.repeat(101)}` }, api.ada)).status,
  ).toBe(409);
  await fine(api.update(appID, { packageName: `com.harbour.${'y'.repeat(100)}` }, api.ada));
  await fine(api.update(appID, { note: 'short' }, api.ada));
  await fine(api.call('deleteView', { as: api.ada, id: view.id }));
  await fine(api.call('cancelChangeRequest', { as: api.ada, id: request.id }));
  expect(await storedBy(ada)).toBeLessThan(most);
  await fine(api.call('addView', { as: api.ada, body: newView() }));
});

describe('with no byte left', () => {
  const asks: Record<
    string,
    (as: string, appID: string) => Promise<{ status: number; text: string }>
  > = {
    'a new app': (as) => api.call('addApp', { as, body: { ...sampleAppForm(), selectedUser: '' } }),
    'a longer text': (as, id) => api.update(id, { note: long }, as),
    'a longer text that an undo brings back': async (as, id) => {
      const entries = await api.entriesOf(id);
      const { seq = 0 } = entries.findLast(({ action }) => action === 'update') ?? {};
      return api.call('undoChange', { as, id: String(seq), body: {} });
    },
    'an icon': async (as, id) =>
      api.callLoosely('updateApp', { as, id, body: await formWithIcon() }),
    'a change request': (as, appID) => api.create({ appID, changes: { note: 'later' } }, as),
    'a view': (as) => api.call('addView', { as, body: newView() }),
    'a preview': (as, appID) =>
      api.ask({ select: { appIDs: [appID] }, change: { set: { note: newId() } } }, as),
    'an import': (as, appID) =>
      api.inject({
        method: 'POST',
        url: '/apps/import/preview',
        ...fileForm(as, { content: `App Id,Note\n${appID},${newId()}` }, { mode: 'update' }),
      }),
    'several copies': (as, copyOf) => {
      const content = JSON.stringify([{ appName: 'Copy', packageName: 'com.harbour.copy' }]);
      const file = { content, name: 'copies.json' };
      const form = fileForm(as, file, { mode: 'create', copyOf });
      return api.inject({ method: 'POST', url: '/apps/import/preview', ...form });
    },
  };

  it.each(Object.keys(asks))('an owner: %s', async (name) => {
    const { appID } = await api.add({ note: long }, api.ada);
    await api.update(appID, { note: '' }, api.ada);
    // A preview that waits for its start would make room.
    await api.db.deleteFrom('batch').where('state', '=', 'preview').execute();
    await fillTo('user', ada, most);
    const answer = await asks[name]?.(api.ada, appID);
    expect(answer?.status, answer?.text).toBe(409);
    expect(answer?.text).toMatch(/You store .* shorten or delete something first/);
    expect(await storedBy(ada)).toBe(most);
    await api.db.deleteFrom('batch').where('title', '=', 'a filling').execute();
    const again = await asks[name]?.(api.ada, appID);
    expect(again?.status, again?.text).toBe(200);
  });

  it('an administrator: an own view, and an app of nobody', async () => {
    await fillTo('admin', admin, 4 * most);
    expect((await api.call('addView', { as: api.admin, body: newView() })).status).toBe(409);
    expect((await api.call('addApp', { as: api.admin, body: sampleAppForm() })).status).toBe(200);
    await api.db.deleteFrom('batch').where('title', '=', 'a filling').execute();
    await fillTo('admin', '', 4 * most);
    const { status, body } = await api.call('addApp', { as: api.admin, body: sampleAppForm() });
    expect(status).toBe(409);
    expect(body.message).toMatch(/^All administrators together store 1.5 MB of 1.5 MB/);
    expect((await api.call('addView', { as: api.admin, body: newView() })).status).toBe(200);
  });
});

it('however many calls come at once, nobody stores more than allowed', async () => {
  const apps = await api.addSome(20, {}, api.ada);
  const before = await storedBy(ada);
  expect(before).toBeLessThan(most / 2);
  const body = { note: long };
  const answers = await Promise.all([
    ...apps.map((id) => api.update(id, body, api.ada)),
    ...apps.map((appID) => api.create({ appID, changes: { note: `${long.slice(1)}x` } }, api.ada)),
    ...apps.map((appID) =>
      api.ask({ select: { appIDs: [appID] }, change: { set: body } }, api.ada),
    ),
    ...apps.map(() => api.call('addView', { as: api.ada, body: newView() })),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409, 429]));
  expect(await storedBy(ada)).toBeLessThanOrEqual(most);
  expect(await storedBy(ada)).toBeGreaterThan(most - 40_000);
});

it('a batch leaves out what its author may not store, and says why', async () => {
  const apps = await api.addSome(3, { note: '' }, api.eve);
  const eve = await ownerOf('eve');
  const { previewID } = await api.preview(
    { appIDs: apps },
    { set: { note: '字'.repeat(1000) } },
    api.eve,
  );
  const started = await api.start(previewID, api.eve);
  // There is room for one note; the second note is too much.
  await fillTo('user', eve, most - 4_000);
  const { id } = started.body.data.batch;
  const ended = await api.ends(id, api.eve);
  if (ended.failed > 0) {
    expect(ended).toMatchObject({ state: 'done', changed: 1, failed: 2 });
    const failed = (await api.apps(id, { outcome: 'failed' }, api.eve)).data;
    expect(failed[0]?.reason).toMatch(/^The author stores .* shorten or delete something first/);
  }
  expect(await storedBy(eve)).toBeLessThanOrEqual(most);
});

const ownerOf = async (login: string) =>
  (
    await api.db
      .selectFrom('app_user')
      .select('id')
      .where('userID', '=', login)
      .executeTakeFirstOrThrow()
  ).id;

it('an import keeps the wanted values of an app only until it is done', async () => {
  const apps = await api.addSome(4);
  const rows = apps.map((appID) => `${appID},${long.slice(0, 1_000)}`);
  const answer = await api.inject({
    method: 'POST',
    url: '/apps/import/preview',
    ...fileForm(api.admin, { content: ['App Id,Note', ...rows].join('\n') }, { mode: 'update' }),
  });
  expect(answer.status, answer.text).toBe(200);
  const id = answer.body.data.previewID as string;
  for (const one of apps.slice(1)) await api.update(one, { note: 'changed since' });
  const bytesOf = async () => {
    const { bytes } = await api.db
      .selectFrom('batch')
      .select('bytes')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const texts = sql<number>`sum(octet_length("appID") + octet_length("appName")
      + octet_length(reason) + octet_length(errors) + octet_length(changes) + 200)`;
    const found = await api.db
      .selectFrom('batch_app')
      .select([texts.as('texts'), sql<number>`sum(octet_length(changes))`.as('changes')])
      .where('batchID', '=', id)
      .executeTakeFirstOrThrow();
    expect(bytes).toBe(found.texts);
    return found.changes;
  };
  expect(await bytesOf()).toBeGreaterThan(4 * 3_000);
  expect((await api.start(id)).status).toBe(200);
  const batch = await api.ends(id);
  expect(batch).toMatchObject({ changed: 1, skipped: 3 });
  expect(await bytesOf()).toBe(0);
  const undone = await api.undo(id);
  expect(undone).toMatchObject({ changed: 1 });
  expect((await api.app(apps[0] as string)).note).not.toBe(long.slice(0, 1_000));
});
