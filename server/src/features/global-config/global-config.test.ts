import { randomBytes } from 'node:crypto';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestServer, type TestServer } from '../../../test/servers/build-test-server.ts';
import { createSeal } from '../../kit/seal.ts';
import { presentGlobalConfig, sealPurpose } from './global-config.present.ts';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await buildTestServer();
  admin = await server.signInAdmin();
});
afterAll(() => server.close());

const read = async () => (await server.call('getAllConfig', { as: admin })).body.data;
const put = (
  name: 'updateAPIMethod' | 'updateIPInfoToken' | 'updateVPNAPIKey',
  body: unknown,
  as: string | undefined = admin,
) => server.callLoosely(name, { as, body });

const stored = () => server.db.selectFrom('global_setting').selectAll().execute();
const changes = () =>
  server.db
    .selectFrom('change')
    .selectAll()
    .where('entity', '=', 'global-config')
    .orderBy('seq')
    .execute();

describe('the global settings', () => {
  it('are empty at first', async () => {
    expect(await read()).toEqual({ apiMethod: '', ipInfoToken: '', vpnApiKey: '' });
  });

  it('are read as they were written', async () => {
    const key = "vpn-'%-Schlüssel-🔑";
    expect((await put('updateAPIMethod', { apiMethod: 'ipinfo' })).status).toBe(200);
    expect((await put('updateIPInfoToken', { ipInfoToken: ' token-1 ' })).status).toBe(200);
    const answer = await put('updateVPNAPIKey', { VPNAPIKey: key });
    const expected = { apiMethod: 'ipinfo', ipInfoToken: 'token-1', vpnApiKey: key };
    expect(answer.body).toMatchObject({ status: 'success', success: true, data: expected });
    expect(await read()).toEqual(expected);
  });

  it('store keys encrypted, and not in the log of changes', async () => {
    await put('updateVPNAPIKey', { VPNAPIKey: 'very-secret-vpn' });
    await put('updateIPInfoToken', { ipInfoToken: 'very-secret-token' });
    expect(JSON.stringify(await stored())).not.toContain('very-secret');
    const log = await server.db.selectFrom('change').selectAll().execute();
    expect(JSON.stringify(log)).not.toContain('very-secret');
    const last = (await changes()).at(-1);
    expect(last).toMatchObject({
      key: 'ipInfoToken',
      action: 'update',
      row: '{"ipInfoToken":"set"}',
    });
  });

  it('lose a key that is saved empty', async () => {
    await put('updateVPNAPIKey', { VPNAPIKey: 'k' });
    const removed = await put('updateVPNAPIKey', { VPNAPIKey: '' });
    expect(removed.body).toMatchObject({ message: 'VPN API key removed', data: { vpnApiKey: '' } });
    await put('updateIPInfoToken', { ipInfoToken: '' });
    expect(await read()).toMatchObject({ ipInfoToken: '', vpnApiKey: '' });
  });

  it('show "Hidden" for a key that another secret key sealed', async () => {
    const other = createSeal(randomBytes(32)).close('x', sealPurpose('vpnApiKey'));
    await server.db
      .insertInto('global_setting')
      .values({ name: 'vpnApiKey', value: other })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: other }))
      .execute();
    expect(await read()).toMatchObject({ vpnApiKey: 'Hidden' });
    expect((await put('updateVPNAPIKey', { VPNAPIKey: 'new' })).body.data.vpnApiKey).toBe('new');
  });

  it('do not decrypt a key in the place of the other', () => {
    const seal = createSeal(randomBytes(32));
    const sealed = seal.close('x', sealPurpose('ipInfoToken'));
    const shown = presentGlobalConfig(
      { kind: 'admin' },
      new Map([
        ['vpnApiKey', sealed],
        ['ipInfoToken', sealed],
      ]),
      seal,
    );
    expect(shown).toEqual({ apiMethod: '', ipInfoToken: 'x', vpnApiKey: 'Hidden' });
  });
});

describe('the global settings refuse', () => {
  it.each([
    ['updateVPNAPIKey', {}, 'VPNAPIKey', 'Please Enter VPN API key'],
    ['updateVPNAPIKey', { VPNAPIKey: '   ' }, 'VPNAPIKey', 'Please Enter VPN API key'],
    ['updateVPNAPIKey', { VPNAPIKey: null }, 'VPNAPIKey', 'Please Enter VPN API key'],
    ['updateVPNAPIKey', { VPNAPIKey: 5 }, 'VPNAPIKey', 'VPN API key must be text'],
    ['updateVPNAPIKey', { VPNAPIKey: 'x'.repeat(513) }, 'VPNAPIKey', /at most 512/],
    ['updateVPNAPIKey', { VPNAPIKey: 'a\u0000b' }, 'VPNAPIKey', /control characters/],
    ['updateVPNAPIKey', { VPNAPIKey: 'a\ud800' }, 'VPNAPIKey', /broken Unicode/],
    ['updateIPInfoToken', {}, 'ipInfoToken', /must be text/],
    [
      'updateAPIMethod',
      { apiMethod: 'magic' },
      'apiMethod',
      /must be empty, local, ipinfo or header/,
    ],
    ['updateAPIMethod', {}, 'apiMethod', /must be/],
  ] as const)('%s %j', async (name, body, field, message) => {
    const before = [await stored(), await changes()];
    const answer = await put(name, body);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.errors).toEqual([{ field, message: expect.stringMatching(message) }]);
    expect([await stored(), await changes()]).toEqual(before);
  });

  it('strangers (401) and app owners (403)', async () => {
    const owner = sampleUserForm({ userId: 'keyless' });
    await server.call('createNewUser', { as: admin, body: owner });
    const user = await server.signInUser(owner.userId, owner.password);
    const calls = [
      'getAllConfig',
      'updateAPIMethod',
      'updateIPInfoToken',
      'updateVPNAPIKey',
    ] as const;
    const body = { apiMethod: 'local', ipInfoToken: 'x', VPNAPIKey: 'x' };
    for (const name of calls) {
      const question = name === 'getAllConfig' ? {} : { body };
      const asNobody = await server.call(name, question);
      expect([asNobody.status, asNobody.body.token], name).toEqual([401, false]);
      const asUser = await server.call(name, { ...question, as: user });
      expect([asUser.status, asUser.text.includes('vpn')], name).toEqual([403, false]);
    }
  });
});
