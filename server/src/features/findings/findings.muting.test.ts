import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFindingsServer } from '../../../test/servers/findings-server.ts';

let server: Awaited<ReturnType<typeof buildFindingsServer>>;
beforeAll(async () => {
  server = await buildFindingsServer();
});
afterAll(() => server.close());

describe('muting', () => {
  const mute = (as: string, body: object) => server.callLoosely('muteFinding', { as, body });
  const unmute = (as: string, body: object) => server.callLoosely('unmuteFinding', { as, body });

  it('hides a finding from the open ones until its facts change, and is in the log', async () => {
    const appID = await server.addApp(server.ada, { reward1: 'pub-1' });
    const named = { appID, rule: 'malformed-unit', field: 'reward1' };
    const reason = 'A test; 100% "wanted" – it\'s 👨‍👩‍👧';
    const { status, body } = await mute(server.ada, { ...named, reason });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ ...named, mutedBy: 'ada owner', muteReason: reason });
    expect((await server.list(server.ada, { appID, muted: 'false' })).total).toBe(0);
    expect(
      (await server.list(server.ada, { appID, muted: 'true' })).data[0]?.mutedAt,
    ).not.toBeNull();
    await server.call('updateApp', { as: server.ada, id: appID, body: { note: 'another' } });
    expect((await server.list(server.ada, { appID, muted: 'true' })).total).toBe(1);
    await server.call('updateApp', { as: server.ada, id: appID, body: { reward1: 'pub-2' } });
    expect((await server.list(server.ada, { appID })).data).toMatchObject([
      { mutedAt: null, muteReason: '' },
    ]);

    const log = await server.call('getChanges', {
      as: server.ada,
      query: { key: appID, entity: 'finding' },
    });
    expect(log.body.data).toMatchObject([
      {
        action: 'mute',
        name: 'Tide Clock',
        actor: { name: 'ada owner' },
        diff: expect.arrayContaining([
          { field: 'rule', before: null, after: 'malformed-unit' },
          { field: 'field', before: null, after: 'reward1' },
          { field: 'muteReason', before: null, after: reason },
        ]),
      },
    ]);
    const refused = await server.call('undoChange', {
      as: server.admin,
      id: log.body.data[0].seq,
      body: {},
    });
    expect(refused.status).toBe(400);
  });

  it('is told by the check of a form, as long as the facts are the same', async () => {
    const appID = await server.addApp(server.ada, { reward1: 'pub-known' });
    await mute(server.ada, { appID, rule: 'malformed-unit', field: 'reward1', reason: 'known' });
    const mutedIn = async (body: object) => {
      const answer = await server.call('checkApp', { as: server.ada, body });
      return answer.body.data.findings
        .filter(({ rule }: { rule: string }) => rule === 'malformed-unit')
        .map(({ muted }: { muted: boolean }) => muted);
    };
    expect(await mutedIn({ appID, note: 'another' })).toEqual([true]);
    expect(await mutedIn({ appID, reward1: 'pub-other' })).toEqual([false]);
    expect(await mutedIn({ reward1: 'pub-known' })).toEqual([false]);
  });

  it('is taken back by unmute, which changes nothing when it is open', async () => {
    const appID = await server.addApp(server.ada, { reward1: 'pub-1' });
    const named = { appID, rule: 'malformed-unit', field: 'reward1' };
    await mute(server.admin, { ...named, reason: 'known' });
    const { status, body } = await unmute(server.ada, named);
    expect([status, body.data.mutedAt]).toEqual([200, null]);
    expect((await unmute(server.ada, named)).status).toBe(200);
    const log = await server.call('getChanges', { as: server.admin, query: { key: appID } });
    expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
      'unmute',
      'mute',
      'create',
    ]);
  });

  it('tells a new owner of the app neither who muted nor why', async () => {
    const appID = await server.addApp(server.ada, { reward1: 'pub-handed' });
    const named = { appID, rule: 'malformed-unit', field: 'reward1' };
    await mute(server.ada, { ...named, reason: 'Kelp' });
    const body = { selectedUser: 'grace' };
    await server.call('updateApp', { as: server.admin, id: appID, body });
    expect((await server.list(server.grace, { appID })).data).toMatchObject([
      { mutedAt: expect.any(String), mutedBy: 'Another owner', muteReason: '' },
    ]);
    const log = await server.call('getChanges', { as: server.grace, query: { key: appID } });
    expect(log.body.data.map(({ action }: { action: string }) => action)).toContain('mute');
    expect(log.text).not.toContain('Kelp');
    expect(log.text).not.toContain('ada');
  });

  it('of a finding that does not exist, or of somebody else’s app, is 404', async () => {
    const appID = await server.addApp(server.ada, { reward1: 'pub-404' });
    const named = { appID, rule: 'malformed-unit', field: 'reward1', reason: 'known' };
    for (const [as, over] of [
      [server.grace, {}],
      [server.ada, { field: 'reward2' }],
      [server.ada, { field: '' }],
      [server.ada, { rule: 'unit-twice' }],
      [server.ada, { appID: 'a'.repeat(16) }],
      [server.admin, { appID: "'; drop table finding; --" }],
      [server.ada, { appID: '', rule: 'callers-unknown', field: '' }],
      [server.admin, { appID: '', rule: 'callers-unknown', field: '' }],
    ] as const) {
      const { status, body } = await mute(as, { ...named, ...over });
      expect([status, body.message], JSON.stringify(over)).toEqual([404, 'Finding not found']);
      expect((await unmute(as, { ...named, ...over })).status).toBe(404);
    }
    expect(await server.rulesOf(server.ada, appID)).toEqual(['malformed-unit']);
  });

  it.each([
    [{ rule: 'nonsense' }, 'rule', 'rule must be one of: '],
    [{ rule: undefined }, 'rule', 'rule must be one of: '],
    [{ reason: '' }, 'reason', 'Please Enter Reason'],
    [{ reason: '  ' }, 'reason', 'Please Enter Reason'],
    [{ reason: undefined }, 'reason', 'Please Enter Reason'],
    [{ reason: 'x'.repeat(201) }, 'reason', 'at most 200 characters'],
    [{ reason: 'a\u0000b' }, 'reason', 'control characters'],
    [{ appID: undefined }, 'appID', 'App ID must be text'],
    [{ field: 7 }, 'field', 'Field must be text'],
  ])('refuses %j by the name of the field', async (over, field, message) => {
    const body = { appID: '', rule: 'callers-unknown', reason: 'known', ...over };
    const answer = await mute(server.admin, body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([
      { field, message: expect.stringContaining(message) },
    ]);
  });

  it('works for findings about the installation, which only administrators see', async () => {
    await server.db
      .insertInto('finding')
      .values({
        appID: '',
        rule: 'countries-outdated',
        field: '',
        rank: 1,
        detail: 'Old.',
        facts: '',
        apps: '',
        since: 1,
        mutedAt: null,
        mutedByKind: '',
        mutedById: '',
        mutedBy: '',
        muteReason: '',
      })
      // The hourly run may have found it already.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const named = { appID: '', rule: 'countries-outdated' };
    expect((await mute(server.ada, { ...named, reason: 'known' })).status).toBe(404);
    expect((await server.list(server.ada, { rule: 'countries-outdated' })).total).toBe(0);
    expect((await mute(server.admin, { ...named, reason: 'known' })).body.data).toMatchObject({
      appName: '',
    });
    const query = { entity: 'finding', key: 'installation' } as const;
    expect((await server.call('getChanges', { as: server.admin, query })).body.total).toBe(1);
    expect((await server.call('getChanges', { as: server.ada, query })).body.total).toBe(0);
  });
});
