import type { App } from '@adwarden/contract/apps';
import type { PreviewedApp } from '@adwarden/contract/batches/batches';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileForm } from '../../../test/samples/file-form.ts';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';

/* `copyOf`: new applications that have the values of another one (ADR 38). */

let server: AppServer;
let original: App;

beforeAll(async () => {
  server = await openAppServer();
  const { appID } = await server.add({
    appName: 'Tide Clock',
    packageName: 'com.harbour.tide',
    accountName: 'Harbour',
    selectedUser: 'ada',
    ipAddress: 'on',
    note: 'line one\nline two',
    reward3: '/21775744923/own',
  });
  await server.call('addConfigureApp', { as: server.admin, body: { id: appID, country: 'IN,US' } });
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#08f' } });
  const icon = { content: await image.png().toBuffer(), name: 'icon.png' };
  const form = fileForm(server.admin, icon, {}, { part: 'icon' });
  const url = `/apps/updateApp/${appID}`;
  original = (await server.inject({ method: 'PUT', url, ...form })).body.data;
  expect(original.icon).toMatch(/^icons\//);
});
afterAll(() => server.close());

const previewCopies = (rows: object[], as = server.admin, over: Record<string, string> = {}) => {
  const file = { content: JSON.stringify(rows), name: 'copies.json' };
  const fields = { mode: 'create', copyOf: original.appID, ...over };
  return server.inject({
    method: 'POST',
    url: '/apps/import/preview',
    ...fileForm(as, file, fields),
  });
};

async function previewed(previewID: string, as = server.admin): Promise<PreviewedApp[]> {
  const query = { pageSize: 100 };
  return (await server.call('getBatchPreview', { as, id: previewID, query })).body.data;
}

async function run(previewID: string, as = server.admin) {
  const started = await server.call('startBatch', { as, body: { previewID } });
  expect(started.status, started.text).toBe(200);
  const { id } = started.body.data.batch;
  const read = async () => (await server.call('getBatch', { as, id })).body.data.batch;
  await expect.poll(async () => (await read()).state).toBe('done');
  return read();
}

async function appNamed(exact: string): Promise<App> {
  const { body } = await server.call('getAllApp', { as: server.admin, query: { exact } });
  expect(body.total, exact).toBe(1);
  const { paused: _, waiting: __, delivery: ___, scheduledAt: ____, ...app } = body.data[0];
  return app;
}

const countriesOf = async (appID: string) =>
  (await server.call('getConfigureApp', { as: server.admin, query: { appID } })).body.data[0]
    ?.country;

/** Returns the values that a copy shares with its original. */
function shared(app: App) {
  const { appID: _, authToken: __, createdAt: ___, updatedAt: ____, version: _____, ...rest } = app;
  return { ...rest, appName: '', packageName: '' };
}

describe('copies', () => {
  it('have all values, the icon, the countries and the owner of the original, and a token of their own', async () => {
    const rows = ['com.harbour.one', 'com.harbour.two'].map((packageName, at) => ({
      appName: `Copy ${at + 1}`,
      packageName,
    }));
    const answer = await previewCopies(rows);
    expect(answer.status, answer.text).toBe(200);
    const { previewID, ...facts } = answer.body.data;
    expect(facts).toMatchObject({ title: 'Copies of Tide Clock', created: 2, refused: 0 });
    const [first] = await previewed(previewID);
    expect(first).toMatchObject({ appName: 'Copy 1', outcome: 'created' });
    expect(first?.diff).toContainEqual({
      field: 'country',
      before: '',
      after: 'IN,US',
    });
    expect(first?.diff.map(({ field }) => field)).not.toContain('iconHash');
    const batch = await run(previewID);
    expect(batch).toMatchObject({ changed: 2, failed: 0 });
    for (const { appName, packageName } of rows) {
      const copy = await appNamed(appName);
      expect(copy.packageName).toBe(packageName);
      expect(shared(copy)).toEqual(shared(original));
      expect(await countriesOf(copy.appID)).toBe(await countriesOf(original.appID));
      expect(copy.appID).not.toBe(original.appID);
      expect(copy.authToken).not.toBe(original.authToken);
    }
    const undone = await server.call('undoBatch', { as: server.admin, id: batch.id });
    expect(undone.status, undone.text).toBe(200);
    const left = async () =>
      (await server.call('getAllApp', { as: server.admin, query: { exact: 'Copy 1' } })).body.total;
    await expect.poll(left).toBe(0);
  });

  it('of an owner are this owner’s, without IP rules and countries', async () => {
    const row = { appName: 'Own copy', packageName: 'com.ada.copy' };
    const answer = await previewCopies([row], server.ada);
    expect(answer.status, answer.text).toBe(200);
    await run(answer.body.data.previewID, server.ada);
    const copy = await appNamed('Own copy');
    expect(shared(copy)).toEqual({ ...shared(original), ipAddress: 'off' });
    expect(await countriesOf(copy.appID)).toBeUndefined();
  });

  it('of an app of somebody else, or of none, are refused', async () => {
    const row = { appName: 'Stolen', packageName: 'com.eve.copy' };
    expectRefusal(await previewCopies([row], server.eve), 400, 'copyOf', 'Application not found');
    const unknown = await previewCopies([row], server.admin, { copyOf: 'nosuchapp' });
    expectRefusal(unknown, 400, 'copyOf', 'Application not found');
  });

  it('never have the name or the package of the original; a column has the last word', async () => {
    const answer = await previewCopies([
      { appName: 'No package' },
      { packageName: 'com.no.name' },
      { appName: 'Off', packageName: 'com.off', adsStatus: 'off', note: '' },
    ]);
    const rows = await previewed(answer.body.data.previewID);
    const errors = rows
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ row, errors: all }) => [row, all.map(({ message }) => message)]);
    expect(errors).toEqual([
      [1, ['Please Enter Package Name']],
      [2, ['Please Enter App Name']],
    ]);
    const [off] = rows.filter(({ outcome }) => outcome === 'created');
    const values = Object.fromEntries(off?.diff.map(({ field, after }) => [field, after]) ?? []);
    expect(values).toMatchObject({ appName: 'Off', adsStatus: 'off', reward3: '/21775744923/own' });
    expect(values).not.toHaveProperty('note');
  });
});
