import { limits } from '@adwarden/contract/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileForm } from '../../../../test/samples/file-form.ts';
import { type BatchServer, openBatchServer } from '../../../../test/servers/batch-server.ts';

/* The previews that stay stored: a few of each person. Those that made room leave nothing behind. */

const { previews, previewBytes } = limits.batches;
const change = { set: { note: 'previewed' } };

let api: BatchServer;
beforeAll(async () => {
  api = await openBatchServer();
});
afterAll(() => api.close());

async function preview(as: string): Promise<string> {
  const [appID] = await api.addSome(1, { selectedUser: as === api.eve ? 'eve' : 'ada' });
  return (await api.preview({ appIDs: [appID] }, change, as)).previewID;
}

/** Tells which of these previews are stored, and which of them have rows of applications. */
async function stored(ids: string[]) {
  const { db } = api;
  const batches = await db.selectFrom('batch').select('id').where('id', 'in', ids).execute();
  const rows = await db
    .selectFrom('batch_app')
    .select('batchID')
    .distinct()
    .where('batchID', 'in', ids)
    .execute();
  const inOrder = (kept: string[]) => ids.filter((id) => kept.includes(id));
  return {
    batches: inOrder(batches.map(({ id }) => id)),
    rows: inOrder(rows.map(({ batchID }) => batchID)),
  };
}

it('the oldest preview of a person makes room for a new one, and is deleted at once', async () => {
  const others = await preview(api.eve);
  const ids: string[] = [];
  for (let made = 0; made <= previews; made += 1) ids.push(await preview(api.ada));
  const kept = ids.slice(1);
  expect(await stored([...ids, others])).toEqual({
    batches: [...kept, others],
    rows: [...kept, others],
  });
  const gone = await api.call('getBatchPreview', { as: api.ada, id: ids[0] as string });
  expect(gone.status).toBe(404);
  expect((await api.start(ids[0] as string, api.ada)).status).toBe(404);
});

it('so does one that is beyond the bytes of a person', async () => {
  const ids = [await preview(api.ada), await preview(api.ada), await preview(api.ada)];
  const [, large = ''] = ids;
  await api.db.updateTable('batch').set({ bytes: previewBytes }).where('id', '=', large).execute();
  ids.push(await preview(api.ada));
  const kept = ids.slice(2);
  expect(await stored(ids)).toEqual({ batches: kept, rows: kept });
});

it('a preview that fails leaves nothing', async () => {
  const all = () => api.db.selectFrom('batch').select('id').orderBy('id').execute();
  const before = await all();
  const rows = Array.from({ length: 3000 }, (_, row) => `A,com.kept.r${row}`);
  const content = ['App Name,Package Name', ...rows, '"open'].join('\n');
  const answer = await api.inject({
    method: 'POST',
    url: '/apps/import/preview',
    ...fileForm(api.ada, { content }, { mode: 'create' }),
  });
  expect(answer.status, answer.text).toBe(400);
  expect(await all()).toEqual(before);
});
