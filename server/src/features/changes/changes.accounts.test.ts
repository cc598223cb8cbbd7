import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestServer, type TestServer } from '../../../test/servers/build-test-server.ts';
import { addSecondAdmin } from '../../../test/servers/second-admin.ts';
import { addAuthenticator, letWriteFactors } from '../../../test/servers/second-factor.ts';

/* Restore and undo in the log never touch second factors, roles and API keys. */

let api: TestServer;
let admin: string;
beforeAll(async () => {
  api = await buildTestServer({ WRITES_PER_MINUTE: '100000' });
  admin = await api.signInAdmin();
});
afterAll(() => api?.close());

/** Reads everything that opens accounts, except the passwords of owners. */
async function stored() {
  const { db } = api;
  const all = <T>(query: { execute: () => Promise<T> }) => query.execute();
  return {
    admins: await all(db.selectFrom('admin').selectAll().orderBy('id')),
    factors: await all(db.selectFrom('factor').selectAll().orderBy('id')),
    codes: await all(db.selectFrom('recovery_code').selectAll().orderBy('codeHash')),
    keys: await all(db.selectFrom('api_key').selectAll().orderBy('id')),
    invitations: await all(db.selectFrom('invitation').selectAll().orderBy('accountId')),
  };
}

const entries = () =>
  api.db.selectFrom('change').select(['seq', 'entity', 'action']).orderBy('seq').execute();

async function addOwner(userId: string) {
  const form = sampleUserForm({ userId });
  const { id } = (await api.call('createNewUser', { as: admin, body: form })).body.data;
  return { id: id as string, token: await api.signInUser(userId, form.password) };
}

const makeKey = async (as: string) =>
  (await api.call('addApiKey', { as, body: { name: 'Nightly', scopes: ['read'] } })).body.data.id;

it('of entries about administrators, factors, keys, sessions and invitations nothing can be taken back', async () => {
  const second = await addSecondAdmin(api, 'Second');
  const { id: factor } = await addAuthenticator(api, second.token);
  await letWriteFactors(api.db);
  await api.call('removeFactor', { as: second.token, id: factor });
  const key = await makeKey(second.token);
  const setKey = (enabled: boolean) =>
    api.call('updateApiKey', { as: admin, id: key, body: { enabled } });
  await setKey(false);
  await setKey(true);
  const another = await makeKey(second.token);
  await api.call('endApiKey', { as: second.token, id: another });
  const change = (body: object) =>
    api.callLoosely('updateAdmin', { as: admin, id: second.id, body });
  expect((await change({ role: 'viewer' })).status).toBe(200);
  expect((await change({ enabled: false })).status).toBe(200);
  const before = await stored();
  const looked = await entries();
  const kinds = new Set(looked.map(({ entity, action }) => `${entity} ${action}`));
  for (const kind of ['admin role', 'admin disable', 'factor factor.remove', 'api-key key.end']) {
    expect([...kinds]).toContain(kind);
  }
  for (const { seq, entity } of looked) {
    if (!['admin', 'factor', 'api-key', 'session'].includes(entity)) continue;
    for (const way of ['restoreChange', 'undoChange'] as const) {
      const { status, text } = await api.call(way, { as: admin, id: seq, body: {} });
      expect(status, `${way} of ${entity}: ${text}`).toBe(400);
    }
  }
  expect(await stored()).toEqual(before);
  expect(await entries()).toEqual(looked);
});

it('an owner who is taken back to an earlier state has the factors and keys of now', async () => {
  const owner = await addOwner('ada');
  const edit = async (position: string) =>
    (await api.call('updateUser', { as: admin, id: owner.id, body: { position } })).body.data;
  const first = await edit('before the factor');
  await addAuthenticator(api, owner.token);
  await makeKey(owner.token);
  await edit('after the factor');
  const before = await stored();
  const restored = await api.call('restoreChange', { as: admin, id: first.version, body: {} });
  expect(restored.body.data.user.position).toBe('before the factor');
  const undone = await api.call('undoChange', {
    as: admin,
    id: restored.body.data.user.version,
    body: {},
  });
  expect(undone.body.data.user.position).toBe('after the factor');
  expect(await stored()).toEqual(before);
});

it('an owner who is brought back after a delete has neither factor nor key nor invitation', async () => {
  const owner = await addOwner('eve');
  await addAuthenticator(api, owner.token);
  await makeKey(owner.token);
  await api.call('inviteUser', { as: admin, id: owner.id });
  await api.call('deleteUser', { as: admin, id: owner.id });
  const after = await stored();
  const { seq } = (await entries()).findLast(({ action }) => action === 'delete') ?? { seq: 0 };
  const restored = await api.call('undoChange', { as: admin, id: seq, body: {} });
  expect([restored.status, restored.body.data.user.id]).toEqual([200, owner.id]);
  expect(await stored()).toEqual(after);
  for (const rows of [after.factors, after.codes, after.keys, after.invitations]) {
    const owners = rows.map(({ accountId }: { accountId: string }) => accountId);
    expect(owners).not.toContain(owner.id);
  }
});
