import { eventTypes } from '@adwarden/contract/notifications/events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BatchServer, openBatchServer } from '../../../test/servers/batch-server.ts';
import { nowMs } from '../../db/now.ts';
import { createKeyWarnings } from '../../features/api-keys/api-keys.warnings.service.ts';
import { dayMs } from '../../kit/clock.ts';
import { lastPosition, readEvents } from './events.store.ts';
import type { StoredEvent } from './events.table.ts';

/* The actions of people and their effects: the events that all channels get (ADR 57). */

let api: BatchServer;
beforeAll(async () => {
  api = await openBatchServer();
});
afterAll(() => api?.close());

function inWords(event: StoredEvent): string {
  if ('entry' in event) return `${event.type}: ${event.entry.action}`;
  const { facts } = event.about;
  if ('rule' in facts) return `${event.type}: ${facts.rule}`;
  return `${event.type}: ${'days' in facts ? facts.days : facts.state}`;
}

/** Returns the events that `work` causes, in their order. */
async function eventsOf(work: () => Promise<unknown>): Promise<StoredEvent[]> {
  const after = await lastPosition(api.db);
  await work();
  return (await readEvents(api.db, { types: eventTypes, after, most: 100 })).events;
}
const wordsOf = async (work: () => Promise<unknown>) => (await eventsOf(work)).map(inWords);

it('a save is one event, and opens and closes findings after it', async () => {
  const [id = ''] = await api.addSome(1, { selectedUser: 'ada' });
  expect(await wordsOf(() => api.update(id, { note: 'x' }))).toEqual(['change.app: update']);
  const broken = { googleBanner1: 'ca-app-pub-1' };
  const events = await eventsOf(() => api.update(id, broken));
  expect(events.map(inWords)).toEqual(['change.app: update', 'finding.opened: malformed-unit']);
  expect(events[1]).toMatchObject({
    about: { key: id, facts: { rule: 'malformed-unit', field: 'googleBanner1' } },
  });
  expect(await wordsOf(() => api.update(id, { googleBanner1: 'ca-app-pub-2' }))).toEqual([
    'change.app: update',
  ]);
  expect(await wordsOf(() => api.update(id, { googleBanner1: 'test' }))).toEqual([
    'change.app: update',
    'finding.closed: malformed-unit',
    'finding.opened: unlike-any-unit',
  ]);
  const gone = await wordsOf(() => api.call('deleteApp', { as: api.admin, id }));
  expect(gone).toEqual(['change.app: delete', 'finding.closed: unlike-any-unit']);
});

it('a muted finding that is opened by other facts', async () => {
  const [appID = ''] = await api.addSome(1, { googleBanner1: 'ca-app-pub-1' });
  const named = { appID, rule: 'malformed-unit', field: 'googleBanner1' } as const;
  const mute = { as: api.admin, body: { ...named, reason: 'known' } };
  expect(await wordsOf(() => api.call('muteFinding', mute))).toEqual(['change.finding: mute']);
  expect(await wordsOf(() => api.update(appID, { googleBanner1: 'ca-app-pub-2' }))).toEqual([
    'change.app: update',
    'finding.opened: malformed-unit',
  ]);
});

it('a pause begins and ends', async () => {
  const [value = ''] = await api.addSome(1);
  let id = '';
  const begun = await wordsOf(async () => {
    const body = { scope: 'app', value, reason: 'Under review' } as const;
    id = (await api.call('startPause', { as: api.admin, body })).body.data.id;
  });
  expect(begun).toEqual(['pause.began: create']);
  const ended = await wordsOf(() => api.call('endPause', { as: api.admin, id }));
  expect(ended).toEqual(['pause.ended: end']);
});

it('a batch begins, changes each app, and is done once', async () => {
  const appIDs = await api.addSome(3);
  const change = { set: { visibleExtra: 'on' } };
  const events = await eventsOf(() => api.run({ appIDs }, change));
  expect(events.map(inWords)).toEqual([
    'change.batch: create',
    ...appIDs.map(() => 'change.app: update'),
    'batch.done: done',
  ]);
  const [first] = events;
  const batch = first && 'entry' in first ? first.entry.key : '';
  expect(events[1]).toMatchObject({ entry: { batch } });
  expect(events.at(-1)).toMatchObject({
    about: { key: batch, facts: { title: 'Visible Extra: ON', total: 3, changed: 3, failed: 0 } },
  });
});

it('an API key is made, its end comes near, and it is ended', async () => {
  let id = '';
  const body = { name: 'Nightly', scopes: ['read'] } as const;
  const made = await wordsOf(async () => {
    id = (await api.call('addApiKey', { as: api.admin, body })).body.data.id;
  });
  expect(made).toEqual(['change.api-key: key.make']);
  const warnOfKeys = createKeyWarnings({ db: api.db });
  expect(await wordsOf(warnOfKeys)).toEqual([]);
  await api.db
    .updateTable('api_key')
    .set({ endsAt: sql<number>`${nowMs} + ${13.5 * dayMs}` })
    .execute();
  expect(await wordsOf(warnOfKeys)).toEqual(['key.ends: 14']);
  expect(await wordsOf(warnOfKeys)).toEqual([]);
  const ended = await wordsOf(() => api.call('endApiKey', { as: api.admin, id }));
  expect(ended).toEqual(['change.api-key: key.end']);
});
