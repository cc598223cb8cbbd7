import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';
import { dayMs } from '../../kit/clock.ts';

describe('the call', () => {
  let api: AppServer;
  let address: string;
  beforeAll(async () => {
    api = await openAppServer();
    address = await api.listen();
  });
  afterAll(() => api?.close());

  const rotate = (id: string, body: object | undefined, as = api.admin) =>
    api.call('rotateToken', { as, id, body });

  it('makes a new one; the old one stays good for 30 days unless asked otherwise', async () => {
    const made = await api.add({ selectedUser: 'ada' });
    const { status, body, text } = await rotate(made.appID, undefined, api.ada);
    expect(status, text).toBe(200);
    expect(body.data.authToken).toMatch(/^[0-9A-Za-z]{32}$/);
    expect(body.data.authToken).not.toBe(made.authToken);
    expect(body.data.version).toBeGreaterThan(made.version);
    const until = Date.parse(body.data.updatedAt) + 30 * dayMs;
    expect(Date.parse(body.data.oldTokenUntil)).toBe(until);
    const tokens = await api.db
      .selectFrom('app_token')
      .select(['token', 'until'])
      .where('appID', '=', made.appID)
      .execute();
    expect(tokens).toHaveLength(2);
    expect(tokens).toContainEqual({ token: made.authToken, until });
    expect((await api.entriesOf(made.appID)).at(-1)).toMatchObject({
      seq: body.data.version,
      entity: 'app',
      action: 'rotate-token',
      row: { tokens: [{ token: body.data.authToken }, { token: made.authToken, until }] },
    });
  });

  it('ends the old one at once when asked for 0 days', async () => {
    const made = await api.add();
    const { body } = await rotate(made.appID, { keepOldForDays: 0 });
    expect(body.data.oldTokenUntil).toBe(body.data.updatedAt);
    const tokens = await api.db
      .selectFrom('app_token')
      .select('token')
      .where('appID', '=', made.appID)
      .execute();
    expect(tokens).toEqual([{ token: body.data.authToken }]);
  });

  const ads = (appID: string, authToken: string) =>
    fetch(`${address}${pathOf(calls.getAds)}?${new URLSearchParams({ appID, authToken })}`).then(
      ({ status }) => status,
    );

  it('with 0 days ends also a token that was rotated away with 30 days before', async () => {
    const { appID, authToken: leaked } = await api.add();
    const { body: first } = await rotate(appID, {});
    expect(await ads(appID, leaked)).toBe(200);
    const { body: second } = await rotate(appID, { keepOldForDays: 0 });
    expect(await ads(appID, leaked)).toBe(401);
    expect(await ads(appID, first.data.authToken)).toBe(401);
    expect(await ads(appID, second.data.authToken)).toBe(200);
  });

  it('ends the old tokens alone, and says before which are good', async () => {
    const { appID, authToken: leaked } = await api.add({ selectedUser: 'ada' });
    const { body: rotation } = await rotate(appID, { keepOldForDays: 7 }, api.ada);
    const { authToken: current, oldTokenUntil } = rotation.data;
    const asked = await api.call('getOldTokens', { as: api.ada, id: appID });
    expect(asked.body.data).toEqual({
      appID,
      oldTokens: [{ since: expect.any(String), until: oldTokenUntil }],
    });
    expect(asked.text).not.toContain(leaked);

    const { status, body } = await api.call('revokeOldTokens', { as: api.ada, id: appID });
    expect(status, body.message).toBe(200);
    expect(body.data).toMatchObject({ appID, authToken: current });
    expect(body.data.version).toBeGreaterThan(rotation.data.version);
    expect([await ads(appID, leaked), await ads(appID, current)]).toEqual([401, 200]);
    expect((await api.entriesOf(appID)).at(-1)).toMatchObject({
      seq: body.data.version,
      action: 'revoke-tokens',
      actorName: 'Ada Harbour',
      row: { tokens: [{ token: current }] },
    });
    const none = await api.call('getOldTokens', { as: api.ada, id: appID });
    expect(none.body.data.oldTokens).toEqual([]);
    const again = await api.call('revokeOldTokens', { as: api.ada, id: appID });
    expect(again.body.data.version, 'nothing to end, nothing to log').toBe(body.data.version);
  });

  it('ends one old token and leaves the others', async () => {
    const { appID, authToken: first } = await api.add({ selectedUser: 'ada' });
    const { body: one } = await rotate(appID, {}, api.ada);
    await rotate(appID, {}, api.ada);
    const valid = async () =>
      (await api.call('getTokenUses', { as: api.ada, id: appID })).body.data.tokens;
    const [current, newer, older] = await valid();
    expect(older.token).toBe(first.slice(-4));

    const endOne = (since: unknown, as = api.ada) =>
      api.callLoosely('endOldToken', { as, id: appID, body: { since } });
    for (const since of ['', 'soon', 5, null, '2026-01-01']) {
      expectRefusal(await endOne(since), 400, 'since');
    }
    expectRefusal(await endOne(older.since, api.eve), 404);
    expectRefusal(await endOne(current.since), 404);
    const entries = (await api.entriesOf(appID)).length;
    const { status, body, text } = await endOne(older.since);
    expect(status, text).toBe(200);
    await expect.poll(() => ads(appID, first)).toBe(401);
    expect(await ads(appID, one.data.authToken)).toBe(200);
    expect(await valid()).toEqual([current, newer]);
    expect((await api.entriesOf(appID)).at(-1)).toMatchObject({
      seq: body.data.version,
      action: 'revoke-tokens',
      row: { tokens: [{ until: null }, { token: one.data.authToken }] },
    });
    expectRefusal(await endOne(older.since), 404);
    expect(await api.entriesOf(appID), 'a refusal is not logged').toHaveLength(entries + 1);
  });

  it('keeps until when replaced tokens were good, and nothing of them in clear', async () => {
    const { appID, authToken: first } = await api.add();
    const { body: second } = await rotate(appID, { keepOldForDays: 7 });
    await rotate(appID, { keepOldForDays: 0 });
    const kept = await api.db
      .selectFrom('replaced_token')
      .selectAll()
      .where('appID', '=', appID)
      .orderBy('since')
      .execute();
    expect(kept.map(({ ending }) => ending)).toEqual(
      [first, second.data.authToken].map((token) => token.slice(-4)),
    );
    expect(kept[0]?.replacedAt).toBe(kept[1]?.since);
    // The second rotation ended both old tokens.
    expect(kept.map(({ until }) => until)).toEqual([kept[1]?.replacedAt, kept[1]?.replacedAt]);
    expect(JSON.stringify(kept)).not.toContain(first);
    for (let time = 0; time < 20; time += 1) await rotate(appID, { keepOldForDays: 0 });
    const { rows } = await api.db
      .selectFrom('replaced_token')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('appID', '=', appID)
      .executeTakeFirstOrThrow();
    expect(Number(rows)).toBe(20);
  });

  it.each([[-1], [366], [1.5], ['soon'], [null], [{}]])('is refused for %j days', async (days) => {
    const made = await api.add();
    const { status, body, text } = await rotate(made.appID, { keepOldForDays: days });
    expect(status, text).toBe(400);
    expect(body.errors[0].field).toBe('keepOldForDays');
    expect(await api.entriesOf(made.appID)).toHaveLength(1);
  });
});
