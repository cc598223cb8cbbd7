import { limits } from '@adwarden/contract/limits';
import { eventTypes } from '@adwarden/contract/notifications/events';
import { type SentEvent, sentEvent } from '@adwarden/contract/notifications/sent-event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BatchServer, openBatchServer } from '../../../test/servers/batch-server.ts';
import { createDescribe } from './events.describe.service.ts';
import { lastPosition, readEvents } from './events.store.ts';
import type { StoredEvent } from './events.table.ts';
import { isLogged } from './events.table.ts';

/* The descriptions of events for receivers outside. */

const publicUrl = 'https://office.example.com';
let api: BatchServer;
beforeAll(async () => {
  api = await openBatchServer({ VPN_LOOKUPS_PER_DAY: '7' });
});
afterAll(() => api?.close());

/** Returns the descriptions of the events that `work` causes; all of them have the form of the contract. */
async function saidOf(work: () => Promise<unknown>, where: string | null = publicUrl) {
  const after = await lastPosition(api.db);
  await work();
  const { events } = await readEvents(api.db, { types: eventTypes, after, most: 100 });
  const describe = createDescribe({ db: api.db, publicUrl: where ?? undefined });
  const said: SentEvent[] = [];
  // Once after a start the installation is judged, whatever a test does meanwhile.
  const caused = events.filter((event) => isLogged(event) || event.about.key !== '');
  for (const event of caused) said.push(sentEvent.parse(await describe(event)));
  return said;
}
const textsOf = async (work: () => Promise<unknown>) =>
  (await saidOf(work)).map(({ text, url }) => [text, url?.replace(publicUrl, '')]);

it('a change says who changed what, field by field, without secrets', async () => {
  const { appID } = await api.add({ appName: 'Tide Clock', selectedUser: 'ada' });
  const [said] = await saidOf(() => api.update(appID, { note: 'x', adsStatus: 'off' }));
  expect(said).toMatchObject({
    type: 'change.app',
    text: 'Application “Tide Clock”: changed (Ads Status, Note), by Administrator',
    url: `${publicUrl}/admin/audit-log?key=${appID}`,
    data: {
      entity: 'app',
      key: appID,
      name: 'Tide Clock',
      action: 'update',
      batch: null,
      actor: { kind: 'admin', name: 'Administrator' },
      diff: expect.arrayContaining([
        { field: 'adsStatus', before: 'on', after: 'off' },
        { field: 'note', before: expect.any(String), after: 'x' },
      ]),
    },
  });
  const before = (await api.db.selectFrom('app_token').select('token').execute()).map(
    ({ token }) => token,
  );
  const rotated = await saidOf(() =>
    api.call('rotateToken', { as: api.admin, id: appID, body: { keepOldForDays: 5 } }),
  );
  expect(rotated[0]?.text).toBe('Application “Tide Clock”: new token, by Administrator');
  expect(JSON.stringify(rotated)).toContain('…');
  for (const token of before) expect(JSON.stringify(rotated)).not.toContain(token);
  const keys = await saidOf(() =>
    api.call('updateVPNAPIKey', { as: api.admin, body: { VPNAPIKey: 'very-secret' } }),
  );
  expect(keys.map(({ text }) => text)).toContain(
    'Global setting “VPN API key”: created, by Administrator',
  );
  expect(JSON.stringify(keys)).not.toContain('very-secret');
});

it('an account has its name, and leads to its entries', async () => {
  await api.add({ accountName: 'Harbour Apps' });
  const body = { site: 'harbour.example' };
  const set = () => api.call('updateAccount', { as: api.admin, id: 'Harbour Apps', body });
  const [said] = await textsOf(set);
  expect(said?.[0]).toBe('Account “Harbour Apps”: created, by Administrator');
  expect(said?.[1]).toMatch(/^\/admin\/audit-log\?key=/);
});

it('a deleted app is still called by its name', async () => {
  const { appID } = await api.add({
    appName: 'Ebb',
    selectedUser: 'ada',
    googleBanner1: 'ca-app-pub-1',
  });
  const texts = await textsOf(() => api.call('deleteApp', { as: api.admin, id: appID }));
  expect(texts[0]?.[0]).toBe('Application “Ebb”: deleted, by Administrator');
  expect(texts).toContainEqual([
    'No longer wrong in “Ebb”: Malformed AdMob ad unit',
    `/admin/safety/findings?appID=${appID}`,
  ]);
});

it('pauses, findings and batches', async () => {
  const { appID } = await api.add({ appName: 'Flow', selectedUser: 'ada' });
  const found = await textsOf(() => api.update(appID, { googleBanner1: 'ca-app-pub-1' }));
  expect(found.find(([text]) => text?.startsWith('Error'))).toEqual([
    'Error in “Flow”: Malformed AdMob ad unit. Google Banner 1 is no whole AdMob ad unit.',
    `/admin/safety/findings?appID=${appID}`,
  ]);
  let id = '';
  const begun = await textsOf(async () => {
    const body = { scope: 'app', value: appID, reason: 'Under review' } as const;
    id = (await api.call('startPause', { as: api.admin, body })).body.data.id;
  });
  expect(begun).toEqual([
    ['Ads paused: Flow (Under review), by Administrator', '/admin/safety/pauses?state=active'],
  ]);
  const ended = await textsOf(() => api.call('endPause', { as: api.admin, id }));
  expect(ended).toEqual([
    ['Ads resumed: Flow, by Administrator', '/admin/safety/pauses?state=ended'],
  ]);
  const done = await saidOf(() => api.run({ appIDs: [appID] }, { set: { note: 'all' } }));
  expect(done.map(({ text }) => text)).toEqual([
    'Bulk change “Note: all”: created, by Administrator',
    'Application “Flow”: changed (Note), by Administrator',
    'Bulk change “Note: all” is done: 1 changed, by Administrator',
  ]);
  expect(done.at(-1)).toMatchObject({
    data: { state: 'done', kind: 'edit', total: 1, changed: 1 },
  });
});

it('ids are those of the database, and differ', async () => {
  const [id = ''] = await api.addSome(1);
  const said = await saidOf(() => api.update(id, { googleBanner1: 'ca-app-pub-1' }), null);
  const ids = said.map((event) => event.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const one of ids) expect(one).toMatch(/^[0-9a-f]{8}-e?\d+$/);
  expect(said[0]?.url, 'without PUBLIC_URL').toBeNull();
});

/** Stores an entry of a new app with this note; returns its event. */
async function eventWithNote(note: string): Promise<StoredEvent> {
  const [key = ''] = await api.addSome(1);
  const after = await lastPosition(api.db);
  const row = JSON.stringify({ appName: 'Large', note });
  const entry = { entity: 'app', key, action: 'update', at: 1, row } as const;
  const by = { actorKind: 'admin', actorId: 'a', actorName: 'Ada', address: '' };
  await api.db
    .insertInto('change')
    .values({ ...entry, ...by })
    .execute();
  const [event] = (await readEvents(api.db, { types: eventTypes, after, most: 9 })).events;
  if (!event) throw new Error('There is no event');
  return event;
}

it.each([
  ['three quarters of the bytes', true, 'x'.repeat(limits.webhooks.bytes * 0.75)],
  ['all of the bytes', false, 'x'.repeat(limits.webhooks.bytes)],
  ['half as many letters, each of three bytes', false, '字'.repeat(limits.webhooks.bytes / 2)],
])('a difference with %s is sent: %s', async (_, isSent, note) => {
  const describe = createDescribe({ db: api.db, publicUrl });
  const said = await describe(await eventWithNote(note));
  const diff = isSent ? expect.any(Array) : null;
  expect(said).toMatchObject({ data: { name: 'Large', diff } });
});

it('a difference that is too large is left out, and a pruned entry says nothing', async () => {
  const describe = createDescribe({ db: api.db, publicUrl });
  const large = await eventWithNote('x'.repeat(limits.webhooks.bytes));
  const said = await describe(large);
  expect(said).toMatchObject({ data: { name: 'Large', diff: null } });
  expect(JSON.stringify(said).length).toBeLessThan(2_000);
  await api.db.deleteFrom('change').where('seq', '=', large.position.seq).execute();
  expect(await describe(large)).toBeNull();
});
