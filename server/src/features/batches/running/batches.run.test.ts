import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeManyApps } from '../../../../test/databases/many-apps.ts';
import { type BatchServer, openBatchServer } from '../../../../test/servers/batch-server.ts';
import { isPostgres } from '../../../db/which.ts';
import { createTurns } from './batches.turns.service.ts';

let api: BatchServer;
beforeAll(async () => {
  api = await openBatchServer();
});
afterAll(() => api?.close());

const off = { set: { adsStatus: 'off' } };

/** Counts the log entries that a batch has written about apps. */
async function entries(batch: string): Promise<number> {
  const { count } = await api.db
    .selectFrom('change')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('batch', '=', batch)
    .executeTakeFirstOrThrow();
  return count;
}

it('of several parts is listed page by page, before and after', async () => {
  const appIDs = await writeManyApps(api.db, 450, { accountName: 'Several' });
  const select = { where: { accountName: 'Several' } };
  const preview = await api.preview(select, off);
  expect(preview).toMatchObject({ total: 450, changed: 450 });
  const page = await api.rows(preview.previewID, { page: 3, pageSize: 60 });
  expect(page.data.map(({ appID }) => appID)).toEqual(appIDs.slice(180, 240));
  const { body } = await api.start(preview.previewID);
  const batch = await api.ends(body.data.batch.id);
  expect(batch).toMatchObject({ state: 'done', done: 450, changed: 450 });
  expect(await entries(batch.id)).toBe(450);
  const last = await api.apps(batch.id, { page: 4, pageSize: 100, outcome: 'changed' });
  expect(last.data.map(({ appID }) => appID)).toEqual(appIDs.slice(400));
  expect((await api.apps(batch.id, { outcome: 'waiting' })).total).toBe(0);
});

/** Makes a preview of a scheduled change; its batch does nothing until `nextAt` is changed. */
async function scheduled(accountName: string, count: number) {
  const appIDs = await writeManyApps(api.db, count, { accountName });
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const change = { set: { note: 'Scheduled' }, at };
  const { previewID } = await api.preview({ where: { accountName } }, change);
  const nextAt = Date.now() + 3_600_000;
  await api.db.updateTable('batch').set({ nextAt }).where('id', '=', previewID).execute();
  return { appIDs, previewID };
}

it('makes all its requests at its start, also those that it reaches after their time', async () => {
  const { appIDs, previewID } = await scheduled('Late', 60);
  const { body } = await api.start(previewID);
  const { id } = body.data.batch;
  const { startedAt } = await api.db
    .selectFrom('batch')
    .select('startedAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const began = startedAt ?? 0;
  const soon = { at: began + 1, nextAt: 0 };
  await api.db.updateTable('batch').set(soon).where('id', '=', id).execute();
  expect(await api.ends(id)).toMatchObject({ requested: 60, failed: 0 });
  const requests = await api.db
    .selectFrom('change_request')
    .select(['createdAt'])
    .where('appID', 'in', appIDs)
    .execute();
  expect(requests.map(({ createdAt }) => createdAt)).toEqual(appIDs.map(() => began));
  const changed = async () => {
    const apps = await api.db
      .selectFrom('app')
      .select('note')
      .where('appID', 'in', appIDs)
      .execute();
    return apps.filter(({ note }) => note === 'Scheduled').length;
  };
  await expect.poll(changed).toBe(60);
});

it('is not started when the time of its change has passed', async () => {
  const { previewID } = await scheduled('Too late', 1);
  const past = { at: Date.now() - 1000 };
  await api.db.updateTable('batch').set(past).where('id', '=', previewID).execute();
  const answer = await api.start(previewID);
  expect(answer.status).toBe(409);
  expect(answer.body.message).toContain('has passed');
});

it('stops when it is cancelled; everything that was done is in the log', async () => {
  await writeManyApps(api.db, 1000, { accountName: 'Cancelled' });
  const preview = await api.preview({ where: { accountName: 'Cancelled' } }, off);
  const { body } = await api.start(preview.previewID);
  const { id } = body.data.batch;
  const done = async () => (await api.read(id)).done;
  await expect.poll(done, { interval: 5 }).toBeGreaterThan(0);
  const answer = await api.call('cancelBatch', { as: api.admin, id });
  const cancelled = answer.body.data.batch;
  expect(cancelled, answer.text).toMatchObject({ state: 'cancelled', canCancel: false });
  expect(cancelled.done).toBeLessThan(1000);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const after = await api.read(id);
  expect(after.done, 'nothing goes on').toBe(cancelled.done);
  expect(await entries(id)).toBe(after.changed);
  expect((await api.apps(id, { outcome: 'waiting' })).total).toBe(1000 - after.done);
  const { body: log } = await api.call('getChanges', { as: api.admin, query: { key: id } });
  expect(log.data.map(({ action }: { action: string }) => action)).toEqual(['end', 'create']);
});

it('goes on although one app fails', async () => {
  const appIDs = await api.addSome(5);
  const bad = appIDs[2] ?? '';
  // The trigger causes a fault that no check can foresee.
  const refuse = isPostgres(api.db)
    ? `create function refuse_app() returns trigger language plpgsql
         as $$ begin raise exception 'broken'; end $$;
       create trigger refuse_app before update on app for each row
         when (new."appID" = '${bad}') execute function refuse_app()`
    : `create trigger refuse_app before update on app when new.appID = '${bad}'
         begin select raise(abort, 'broken'); end`;
  for (const statement of refuse.split(/;\s+(?=create trigger)/)) {
    await sql.raw(statement).execute(api.db);
  }
  const batch = await api.run({ appIDs }, { set: { note: 'fault' } });
  await sql.raw(`drop trigger refuse_app${isPostgres(api.db) ? ' on app' : ''}`).execute(api.db);
  expect(batch).toMatchObject({ state: 'done', changed: 4, failed: 1 });
  expect((await api.apps(batch.id, { outcome: 'failed' })).data).toMatchObject([
    { appID: bad, reason: 'Something went wrong on the server' },
  ]);
  expect(await entries(batch.id)).toBe(4);
  expect((await api.app(bad)).note).not.toBe('fault');
});

it('takes turns with other batches', async () => {
  await writeManyApps(api.db, 800, { accountName: 'Large' });
  const [appID = ''] = await api.addSome(1);
  const large = await api.preview({ where: { accountName: 'Large' } }, off);
  const started = await api.start(large.previewID);
  const small = await api.run({ appIDs: [appID] }, { set: { note: 'small' } });
  expect(small.changed).toBe(1);
  const meanwhile = await api.read(started.body.data.batch.id);
  expect(meanwhile.state, 'the small one did not wait for the large one').toBe('running');
  expect((await api.ends(meanwhile.id)).changed).toBe(800);
}, 40_000);

it('rests a fifth of the time that it works', async () => {
  await writeManyApps(api.db, 800, { accountName: 'Rested' });
  const { previewID } = await api.preview({ where: { accountName: 'Rested' } }, off);
  await api.start(previewID);
  const rests: number[] = [];
  const carryOutNext = async (_: string, restShare: number) => void rests.push(restShare);
  const runNext = createTurns({ db: api.db, carryOutNext });
  while (rests.length === 0 && (await runNext()));
  expect(rests).toEqual([0.2]);
  expect((await api.ends(previewID)).changed).toBe(800);
}, 40_000);

it('may run five times at once for one person', async () => {
  const [appID = ''] = await api.addSome(1);
  const ids: string[] = [];
  await api.db.updateTable('batch').set({ nextAt: 0 }).execute();
  for (let index = 0; index < 5; index += 1) {
    const { previewID } = await api.preview({ appIDs: [appID] }, { set: { note: `n${index}` } });
    ids.push(previewID);
  }
  const later = Date.now() + 3_600_000;
  await api.db.updateTable('batch').set({ nextAt: later }).where('id', 'in', ids).execute();
  for (const id of ids) expect((await api.start(id)).status).toBe(200);
  const more = await api.preview({ appIDs: [appID] }, { set: { note: 'more' } });
  expect((await api.start(more.previewID)).status).toBe(409);
  await api.db.updateTable('batch').set({ nextAt: 0 }).where('id', 'in', ids).execute();
  const ended = await Promise.all(ids.map((id) => api.ends(id)));
  expect(
    ended.filter(({ changed }) => changed === 1),
    'the others are conflicts',
  ).toHaveLength(1);
});
