import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeManyApps } from '../../../../test/databases/many-apps.ts';
import { createFindingsWriter } from '../../../../test/samples/findings-writer.ts';
import { type BatchServer, openBatchServer } from '../../../../test/servers/batch-server.ts';

let api: BatchServer;
beforeAll(async () => {
  api = await openBatchServer();
});
afterAll(() => api?.close());

it('is judged by its own fields at once, and compared with other apps by the run that its end asks for', async () => {
  const [first = ''] = await writeManyApps(api.db, 501, { accountName: 'Large' });
  const row = { name: 'findingsRunAt', value: String(Date.now()) };
  await api.db
    .insertInto('meta')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  const unit = 'ca-app-pub-7777777777777777/9053316842~';
  const batch = await api.run({ where: { accountName: 'Large' } }, { set: { appOpen1: unit } });
  expect(batch).toMatchObject({ changed: 501, failed: 0 });
  const rules = async () => {
    const { body } = await api.call('getFindings', { as: api.admin, query: { appID: first } });
    return body.data.map(({ rule }: { rule: string }) => rule);
  };
  expect(await rules()).toContain('malformed-unit');
  expect(await rules()).not.toContain('unit-in-two-apps');
  const meta = await api.db.selectFrom('meta').selectAll().where('name', '=', row.name).execute();
  const runAt = Number(meta[0]?.value);
  // On a busy machine, the run may have happened already.
  expect(runAt === 0 || runAt > Number(row.value), `a run is asked for: ${runAt}`).toBe(true);

  await createFindingsWriter(api, Date.now).run();
  expect(await rules(), 'after the run').toContain('unit-in-two-apps');
  const facts = await api.db.selectFrom('app_fact').selectAll().where('value', '=', unit).execute();
  expect(facts, 'other apps find them').toHaveLength(501);
});

it('is waited for by a run of all rules', async () => {
  await writeManyApps(api.db, 501, { accountName: 'Waited for' });
  const { previewID } = await api.preview(
    { where: { accountName: 'Waited for' } },
    { set: { note: 'large' } },
  );
  const batch = () => api.db.updateTable('batch').where('id', '=', previewID);
  await batch()
    .set({ nextAt: Date.now() + 3_600_000 })
    .execute();
  expect((await api.start(previewID)).status).toBe(200);
  let isOver = false;
  const run = createFindingsWriter(api, Date.now)
    .run()
    .then(() => {
      isOver = true;
    });
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(isOver).toBe(false);
  await batch().set({ nextAt: 0 }).execute();
  expect(await api.ends(previewID)).toMatchObject({ changed: 501 });
  await run;
});
