import { randomBytes } from 'node:crypto';
import { limits } from '@adwarden/contract/limits';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BatchServer, openBatchServer } from '../../../../test/servers/batch-server.ts';
import { createChangesFeed } from '../../../changes/changes.feed.ts';
import { composeFeatures } from '../../../composition/compose-features.ts';
import { composeChangeLog } from '../../../composition/compose-findings.ts';
import { systemClock as clock, dayMs } from '../../../kit/clock.ts';
import { createLogger } from '../../../kit/logger.ts';
import { createSeal } from '../../../kit/seal.ts';
import { readSettings } from '../../../settings.ts';

/*
 * With each part of a batch, the server checks whether its author may still write into the log. The test carries the batches out
 * itself: this server does nothing by itself, and a process would have figures of its own.
 */

let api: BatchServer;
let adasId: string;
const figures = structuredClone(limits.quotas);
beforeAll(async () => {
  api = await openBatchServer({}, { begins: false });
  const ada = api.db.selectFrom('app_user').select('id').where('userID', '=', 'ada');
  adasId = (await ada.executeTakeFirstOrThrow()).id;
});
afterEach(() => void Object.assign(limits.quotas, structuredClone(figures)));
afterAll(() => api?.close());

const writtenBy = async (actorId: string): Promise<number> => {
  const rows = await api.db
    .selectFrom('change')
    .select('row')
    .where('actorId', '=', actorId)
    .execute();
  return rows.reduce((sum, { row }) => sum + Buffer.byteLength(row), 0);
};

/** Builds the features beside the server's, and returns the function that carries a batch out to its end. */
function carryOut() {
  const { db } = api;
  const logger = createLogger('silent');
  const feed = createChangesFeed();
  const { changeLog, judging } = composeChangeLog(db, feed, clock, logger);
  const { carryOutNext } = composeFeatures({
    db,
    changeLog,
    feed,
    judging,
    seal: createSeal(randomBytes(32)),
    clock,
    now: clock,
    settings: readSettings(api.place),
    logger,
    isPaused: () => false,
  });
  return async (id: string, as = api.ada) => {
    for (let part = 0; (await api.read(id, as)).state === 'running'; part += 1) {
      expect(part, 'the batch ends').toBeLessThan(100);
      await carryOutNext(id, 0);
    }
    return api.read(id, as);
  };
}

/** Starts a batch of an owner that changes this many new apps. */
async function started(count: number, note: string) {
  const appIDs = await api.addSome(count, { selectedUser: 'ada', note: 'before' });
  const { previewID } = await api.preview({ appIDs }, { set: { note } }, api.ada);
  const answer = await api.start(previewID, api.ada);
  expect(answer.status, answer.text).toBe(200);
  return { appIDs, id: previewID };
}

const notesOf = async (appIDs: string[]) => {
  const apps = await api.db.selectFrom('app').select('note').where('appID', 'in', appIDs).execute();
  return apps.map(({ note }) => note);
};

const after = 'x'.repeat(2_000);

it('stops in the middle when its author has filled the log, says why, and can be undone', async () => {
  const { appIDs, id } = await started(150, after);
  const room = 100_000;
  const written = await writtenBy(adasId);
  Object.assign(limits.quotas.loggedBytes, { user: written + room });
  Object.assign(limits.quotas.loggedBytesOfUndo, { user: 2 * (written + room) });
  const batch = await carryOut()(id);
  expect(batch).toMatchObject({ state: 'cancelled', failed: 1, skipped: 0, canUndo: true });
  const { changed } = batch;
  expect(changed).toBeGreaterThan(0);
  expect(changed, 'the first part is within the room, the last one is not').toBeLessThan(149);
  const { data } = await api.apps(id, { outcome: 'failed' }, api.ada);
  expect(data[0]?.reason).toMatch(
    /^Stopped here, .*The author’s changes of the last 24 hours fill .* MB/,
  );
  expect((await api.apps(id, { outcome: 'waiting' }, api.ada)).total).toBe(149 - changed);
  expect((await notesOf(appIDs)).filter((note) => note === after)).toHaveLength(changed);

  const more = await api.preview({ appIDs }, { set: { note: 'more' } }, api.ada);
  expect((await api.start(more.previewID, api.ada)).status, 'no further batch').toBe(409);
  const undo = await api.call('undoBatch', { as: api.ada, id });
  expect(undo.status, undo.text).toBe(200);
  const undone = await carryOut()(undo.body.data.batch.id);
  expect(undone).toMatchObject({ state: 'done', changed, failed: 0 });
  expect(new Set(await notesOf(appIDs))).toEqual(new Set(['before']));
});

it('stops an undo as well at twice as much; it can be undone later', async () => {
  const { appIDs, id } = await started(150, after);
  const batch = await carryOut()(id);
  expect(batch.changed).toBe(150);
  const undo = await api.call('undoBatch', { as: api.ada, id });
  Object.assign(limits.quotas.loggedBytesOfUndo, { user: (await writtenBy(adasId)) + 20_000 });
  const stopped = await carryOut()(undo.body.data.batch.id);
  expect(stopped).toMatchObject({ state: 'cancelled', failed: 1 });
  expect(stopped.changed).toBeLessThan(149);

  Object.assign(limits.quotas.loggedBytesOfUndo, figures.loggedBytesOfUndo);
  const again = await api.call('undoBatch', { as: api.ada, id });
  expect(again.status, again.text).toBe(200);
  const undone = await carryOut()(again.body.data.batch.id);
  expect(undone.changed).toBe(150 - stopped.changed);
  expect(new Set(await notesOf(appIDs))).toEqual(new Set(['before']));
});

it('counts what other batches and edits of the author write meanwhile, and nobody else’s', async () => {
  const next = carryOut();
  const first = await started(3, 'first');
  expect(await next(first.id), 'now the bytes are remembered').toMatchObject({ changed: 3 });
  const second = await started(3, 'second');
  const [byAdmin = ''] = await api.addSome(1, { selectedUser: 'ada' });
  const most = (await writtenBy(adasId)) + 20_000;
  Object.assign(limits.quotas.loggedBytes, { user: most });
  await api.update(byAdmin, { note: 'y'.repeat(4_900) });
  for (let edit = 0; edit < 5; edit += 1) await api.update(byAdmin, { note: `${edit}${after}` });
  expect(await next(second.id)).toMatchObject({ state: 'done', changed: 3 });

  const third = await started(3, 'third');
  const large = 'z'.repeat(4_900);
  for (let edit = 0; edit < 5; edit += 1) {
    await api.update(byAdmin, { note: `${edit}${large}` }, api.ada);
  }
  expect(await next(third.id)).toMatchObject({ state: 'cancelled', changed: 0, failed: 1 });
});

it('goes on when what filled the log is older than 24 hours', async () => {
  const next = carryOut();
  const first = await started(3, 'first');
  await next(first.id);
  const second = await started(3, 'second');
  Object.assign(limits.quotas.loggedBytes, { user: 10_000 });
  await api.db
    .updateTable('change')
    .set({ at: Date.now() - dayMs - 60_000 })
    .execute();
  expect(await next(second.id)).toMatchObject({ state: 'done', changed: 3 });
});
