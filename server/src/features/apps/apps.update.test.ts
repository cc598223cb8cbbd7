import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, openAppServer } from '../../../test/servers/app-server.ts';
import { isPostgres } from '../../db/which.ts';

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api?.close());

describe('an edit', () => {
  it('keeps what is absent and clears what is blank', async () => {
    const made = await api.add({ selectedUser: 'ada', reward1: 'unit' });
    const { status, body, text } = await api.update(made.appID, {
      note: '',
      reward1: ' ',
      appName: 'New',
    });
    expect(status, text).toBe(200);
    expect(body.data).toEqual({
      ...made,
      note: '',
      reward1: '',
      appName: 'New',
      version: body.data.version,
      updatedAt: body.data.updatedAt,
    });
    expect(body.data.version).toBeGreaterThan(made.version);
  });

  it('changes the owner only when it says so', async () => {
    const made = await api.add({ selectedUser: 'ada' });
    const moved = await api.update(made.appID, { selectedUser: 'eve' });
    expect(moved.body.data).toMatchObject({ userID: 'eve', fullName: 'Eve Quay' });
    const freed = await api.update(made.appID, { selectedUser: '' });
    expect(freed.body.data).toMatchObject({ userID: '', fullName: '' });
  });

  it('by an owner changes neither owner nor IP rules', async () => {
    const made = await api.add({ selectedUser: 'ada', ipAddress: 'on' });
    const forged = { ipAddress: 'off', selectedUser: 'eve', userID: 'eve', appName: 'Mine' };
    const { status, body, text } = await api.update(made.appID, forged, api.ada);
    expect(status, text).toBe(200);
    expect(body.data).toMatchObject({ userID: 'ada', ipAddress: 'on', appName: 'Mine' });
  });

  it('by an owner may carry anything in what is not the owner’s to set', async () => {
    const made = await api.add({ selectedUser: 'ada' });
    const { status, text } = await api.update(
      made.appID,
      { ipAddress: 7, selectedUser: [] },
      api.ada,
    );
    expect(status, text).toBe(200);
  });

  it('that changes nothing writes nothing and keeps the version', async () => {
    const made = await api.add();
    const { status, body, text } = await api.update(made.appID, {
      appName: made.appName,
      icon: '',
    });
    expect(status, text).toBe(200);
    expect(body.data).toEqual(made);
    expect(await api.entriesOf(made.appID)).toHaveLength(1);
  });

  it('is written down, and its seq is the version', async () => {
    const made = await api.add();
    const { body } = await api.update(made.appID, { appName: 'Second' });
    const last = (await api.entriesOf(made.appID)).at(-1);
    expect(last).toMatchObject({
      seq: body.data.version,
      action: 'update',
      row: { appName: 'Second', packageName: made.packageName },
    });
  });

  it('may repeat the id and the version', async () => {
    const { appID, version } = await api.add();
    const { status, text } = await api.update(appID, { id: appID, version, note: 'n' });
    expect(status, text).toBe(200);
  });

  it('of an older version is refused with what the app is now', async () => {
    const made = await api.add({ selectedUser: 'ada' });
    const first = await api.update(
      made.appID,
      { appName: 'Ada’s', version: made.version },
      api.ada,
    );
    const second = await api.update(made.appID, { appName: 'Late', version: made.version });
    expect(second.status, second.text).toBe(409);
    expect(second.body).toMatchObject({
      status: 'error',
      success: false,
      current: first.body.data,
      changedBy: 'Ada Harbour',
      changedAt: first.body.data.updatedAt,
    });
    expect(await api.entriesOf(made.appID)).toHaveLength(2);
  });

  it('without a version wins over the one before', async () => {
    const made = await api.add();
    await api.update(made.appID, { appName: 'One' });
    const last = await api.update(made.appID, { appName: 'Two' });
    expect(last.body.data.appName).toBe('Two');
  });

  it('by many at once with the same version is won by exactly one', async () => {
    const { appID, version } = await api.add();
    const names = Array.from({ length: 8 }, (_, index) => `Name ${index}`);
    const answers = await Promise.all(
      names.map((appName) => api.update(appID, { appName, version })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body.data.appName;
    const page = await api.call('getAllApp', { as: api.admin, query: { appID } });
    expect(page.body.data[0].appName).toBe(winner);
    expect(await api.entriesOf(appID)).toHaveLength(2);
  });
});

it('an edit that the database refuses leaves neither row nor entry', async () => {
  const made = await api.add();
  const refusal = isPostgres(api.db)
    ? sql`alter table app add constraint refuse check ("appName" <> 'Half written')`
    : sql`create trigger refuse before update on app begin select raise(abort, 'no'); end`;
  await refusal.execute(api.db);
  const { status, text } = await api.update(made.appID, { appName: 'Half written' });
  const removal = isPostgres(api.db)
    ? sql`alter table app drop constraint refuse`
    : sql`drop trigger refuse`;
  await removal.execute(api.db);
  expect(status, text).toBe(500);
  expect(await api.entriesOf(made.appID)).toHaveLength(1);
  expect((await api.update(made.appID, { version: made.version })).body.data).toEqual(made);
});
