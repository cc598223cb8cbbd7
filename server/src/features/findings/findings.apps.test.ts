import type { FindingRule } from '@adwarden/contract/findings/rules';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFindingsServer } from '../../../test/servers/findings-server.ts';

let server: Awaited<ReturnType<typeof buildFindingsServer>>;
beforeAll(async () => {
  server = await buildFindingsServer();
});
afterAll(() => server.close());

describe('apps and counts', () => {
  it('lists the apps with open findings', async () => {
    const [bad, good] = [
      await server.addApp(server.ada, { reward1: 'a b' }),
      await server.addApp(server.ada),
    ];
    const found = async (query: Record<string, string>) => {
      const { body } = await server.call('getAllApp', {
        as: server.admin,
        query: { ...query, pageSize: 100 },
      });
      return body.data.map(({ appID }: { appID: string }) => appID) as string[];
    };
    expect(await found({ finding: 'any' })).toContain(bad);
    expect(await found({ finding: 'any' })).not.toContain(good);
    expect(await found({ finding: 'unit-characters' })).toContain(bad);
    expect(await found({ finding: 'unit-twice' })).not.toContain(bad);
    const own = await server.call('getApp', {
      as: server.ada,
      id: 'ada',
      query: { finding: 'unit-characters' },
    });
    expect(own.body).toMatchObject({ total: 1, data: [{ appID: bad }] });
    const refused = await server.callLoosely('getAllApp', {
      as: server.admin,
      query: { finding: 'nonsense' },
    });
    expect(refused.body.errors).toMatchObject([{ field: 'finding' }]);

    const body = {
      appID: bad,
      rule: 'unit-characters',
      field: 'reward1',
      reason: 'known',
    } as const;
    await server.call('muteFinding', { as: server.ada, body });
    expect(await found({ finding: 'any' })).not.toContain(bad);
  });

  it('counts the apps of each rule, the worst first', async () => {
    await server.addApp(server.grace, { reward1: 'a b', reward2: 'c d' });
    await server.addApp(server.grace, { packageName: 'x' });
    const stats = async (as: string) =>
      (await server.call('appStats', { as })).body.data.findings as {
        rule: string;
        apps: number;
      }[];
    const own = await stats(server.grace);
    expect(own).toContainEqual({ rule: 'unit-characters', severity: 'error', apps: 1 });
    expect(own.map(({ rule }) => rule)).not.toContain('callers-unknown');
    const all = await stats(server.admin);
    for (const { rule, apps } of own) {
      expect(all.find((one) => one.rule === rule)?.apps).toBeGreaterThanOrEqual(apps);
    }
  });

  it('follows deletes, undo and restore', async () => {
    const appID = await server.addApp(server.admin, { reward1: 'r s', selectedUser: 'ada' });
    await server.call('deleteApp', { as: server.admin, id: appID });
    expect((await server.list(server.admin, { appID })).total).toBe(0);
    const query = { key: appID, action: 'delete' } as const;
    const { body } = await server.call('getChanges', { as: server.admin, query });
    await server.call('restoreChange', { as: server.admin, id: body.data[0].seq, body: {} });
    expect(await server.rulesOf(server.admin, appID)).toEqual(['unit-characters']);
    await server.call('updateApp', { as: server.admin, id: appID, body: { reward1: 'max-rs-1' } });
    expect(await server.rulesOf(server.admin, appID)).toEqual([]);
    const last = await server.call('getChanges', { as: server.admin, query: { key: appID } });
    await server.call('undoChange', { as: server.admin, id: last.body.data[0].seq, body: {} });
    expect(await server.rulesOf(server.admin, appID)).toEqual(['unit-characters']);
  });

  it('follows the owner, also when the user is deleted', async () => {
    const form = sampleUserForm({ userId: 'eve' });
    const { body } = await server.call('createNewUser', { as: server.admin, body: form });
    const appID = await server.addApp(server.admin, { selectedUser: 'eve' });
    expect(await server.rulesOf(server.admin, appID)).toEqual([]);
    await server.call('deleteUser', { as: server.admin, id: body.data.id });
    expect(await server.rulesOf(server.admin, appID)).toEqual(['live-without-owner']);
  });
});

it('a rule that goes wrong stops no save', async () => {
  const appID = await server.addApp(server.ada);
  // The finding has a rule that only a newer release knows.
  const rule = 'of-the-future' as FindingRule;
  const open = { mutedAt: null, mutedByKind: '', mutedById: '', mutedBy: '', muteReason: '' };
  const future = { appID, rule, field: '', rank: 0, detail: '', facts: '', apps: '', since: 1 };
  await server.db
    .insertInto('finding')
    .values({ ...future, ...open })
    .execute();
  const body = { note: 'saved all the same', reward1: 'a b' };
  const answer = await server.call('updateApp', { as: server.ada, id: appID, body });
  expect(answer.status, answer.text).toBe(200);
  const { note } = await server.db
    .selectFrom('app')
    .select('note')
    .where('appID', '=', appID)
    .executeTakeFirstOrThrow();
  expect(note).toBe(body.note);
  await server.db.deleteFrom('finding').where('appID', '=', appID).execute();
});
