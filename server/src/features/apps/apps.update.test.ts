import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppDesk, openAppDesk } from '../../../test/app-desk.ts';
import { isPostgres } from '../../db/which.ts';

let desk: AppDesk;
beforeAll(async () => {
  desk = await openAppDesk();
});
afterAll(() => desk?.close());

describe('an edit', () => {
  it('keeps what is absent and clears what is blank', async () => {
    const made = await desk.add({ selectedUser: 'ada', reward1: 'unit' });
    const { status, body, text } = await desk.update(made.appID, {
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
    const made = await desk.add({ selectedUser: 'ada' });
    const moved = await desk.update(made.appID, { selectedUser: 'eve' });
    expect(moved.body.data).toMatchObject({ userID: 'eve', fullName: 'Eve Quay' });
    const freed = await desk.update(made.appID, { selectedUser: '' });
    expect(freed.body.data).toMatchObject({ userID: '', fullName: '' });
  });

  it('by an owner changes neither owner nor IP rules', async () => {
    const made = await desk.add({ selectedUser: 'ada', ipAddress: 'on' });
    const forged = { ipAddress: 'off', selectedUser: 'eve', userID: 'eve', appName: 'Mine' };
    const { status, body, text } = await desk.update(made.appID, forged, desk.ada);
    expect(status, text).toBe(200);
    expect(body.data).toMatchObject({ userID: 'ada', ipAddress: 'on', appName: 'Mine' });
  });

  it('by an owner may carry anything in what is not the owner’s to set', async () => {
    const made = await desk.add({ selectedUser: 'ada' });
    const { status, text } = await desk.update(
      made.appID,
      { ipAddress: 7, selectedUser: [] },
      desk.ada,
    );
    expect(status, text).toBe(200);
  });

  it('that changes nothing writes nothing and keeps the version', async () => {
    const made = await desk.add();
    const { status, body, text } = await desk.update(made.appID, {
      appName: made.appName,
      icon: '',
    });
    expect(status, text).toBe(200);
    expect(body.data).toEqual(made);
    expect(await desk.entriesOf(made.appID)).toHaveLength(1);
  });

  it('is written down, and its seq is the version', async () => {
    const made = await desk.add();
    const { body } = await desk.update(made.appID, { appName: 'Second' });
    const last = (await desk.entriesOf(made.appID)).at(-1);
    expect(last).toMatchObject({
      seq: body.data.version,
      action: 'update',
      row: { appName: 'Second', packageName: made.packageName },
    });
  });

  it('may repeat the id and the version', async () => {
    const { appID, version } = await desk.add();
    const { status, text } = await desk.update(appID, { id: appID, version, note: 'n' });
    expect(status, text).toBe(200);
  });

  it('of an older version is refused with what the app is now', async () => {
    const made = await desk.add({ selectedUser: 'ada' });
    const first = await desk.update(
      made.appID,
      { appName: 'Ada’s', version: made.version },
      desk.ada,
    );
    const second = await desk.update(made.appID, { appName: 'Late', version: made.version });
    expect(second.status, second.text).toBe(409);
    expect(second.body).toMatchObject({
      status: 'error',
      success: false,
      current: first.body.data,
      changedBy: 'Ada Harbour',
      changedAt: first.body.data.updatedAt,
    });
    expect(await desk.entriesOf(made.appID)).toHaveLength(2);
  });

  it('without a version wins over the one before', async () => {
    const made = await desk.add();
    await desk.update(made.appID, { appName: 'One' });
    const last = await desk.update(made.appID, { appName: 'Two' });
    expect(last.body.data.appName).toBe('Two');
  });

  it('by many at once with the same version is won by exactly one', async () => {
    const { appID, version } = await desk.add();
    const names = Array.from({ length: 8 }, (_, index) => `Name ${index}`);
    const answers = await Promise.all(
      names.map((appName) => desk.update(appID, { appName, version })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body.data.appName;
    const page = await desk.call('getAllApp', { as: desk.admin, query: { appID } });
    expect(page.body.data[0].appName).toBe(winner);
    expect(await desk.entriesOf(appID)).toHaveLength(2);
  });
});

it('an edit that the database refuses leaves neither row nor entry', async () => {
  const made = await desk.add();
  const refusal = isPostgres(desk.db)
    ? sql`alter table app add constraint refuse check ("appName" <> 'Half written')`
    : sql`create trigger refuse before update on app begin select raise(abort, 'no'); end`;
  await refusal.execute(desk.db);
  const { status, text } = await desk.update(made.appID, { appName: 'Half written' });
  const removal = isPostgres(desk.db)
    ? sql`alter table app drop constraint refuse`
    : sql`drop trigger refuse`;
  await removal.execute(desk.db);
  expect(status, text).toBe(500);
  expect(await desk.entriesOf(made.appID)).toHaveLength(1);
  expect((await desk.update(made.appID, { version: made.version })).body.data).toEqual(made);
});
