import { limits } from '@adwarden/contract/limits';
import type { OpenSession } from '@adwarden/contract/open-sessions';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  adminEmail,
  buildTestServer,
  type TestServer,
} from '../../../test/servers/build-test-server.ts';
import { adminPassword } from '../../../test/servers/calls.ts';
import { addSecondAdmin, addViewer } from '../../../test/servers/second-admin.ts';
import { sha256 } from '../../kit/ids.ts';

/* Where somebody is signed in, how to end that, and sign-ins from a new country (ADR 135). */

const onWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const american = '8.8.8.8';
const dutch = '193.0.6.139';
const password = sampleUserForm().password;

let api: TestServer;
let admin: string;
let owner: string;
let ownerID: string;
beforeAll(async () => {
  api = await buildTestServer({ TRUST_PROXY: '127.0.0.1', SESSION_DAYS: '3' });
  admin = await api.signInAdmin();
  for (const userId of ['ada', 'eve']) {
    const { body } = await api.call('createNewUser', {
      as: admin,
      body: sampleUserForm({ userId }),
    });
    if (userId === 'ada') ownerID = body.data.id;
  }
});
afterAll(() => api?.close());
beforeEach(async () => {
  await api.db.deleteFrom('session').where('kind', '=', 'user').execute();
  owner = await api.signInUser('ada', password);
});

/** Signs the owner in from an address, with a browser. */
async function signInFrom(address: string, browser = onWindows, userID = 'ada'): Promise<string> {
  const headers = { 'x-forwarded-for': address, 'user-agent': browser };
  const { status, body, text } = await api.call('userSignIn', {
    body: { userID, password },
    headers,
  });
  expect(status, text).toBe(200);
  return body.token;
}

async function sessionsOf(as: string, account?: string): Promise<OpenSession[]> {
  const query = account === undefined ? {} : { account };
  const { status, body, text } = await api.call('getSessions', { as, query });
  expect(status, text).toBe(200);
  return body.data;
}
const own = async (as: string) => (await sessionsOf(as)).find(({ isThis }) => isThis);
const works = async (as: string) => (await api.call('getCategory', { as })).status === 200;
const end = (as: string, id = '') => api.call('endSession', { as, id });

describe('the list', () => {
  it('has the own session first, with device, address, country and times', async () => {
    const token = await signInFrom(american);
    const sessions = await sessionsOf(token);
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toEqual({
      id: expect.stringMatching(/^[a-z2-7]{16}$/),
      device: 'Chrome on Windows',
      address: american,
      country: 'US',
      since: expect.any(String),
      lastUsedAt: expect.any(String),
      isThis: true,
    });
    expect(sessions[1]).toMatchObject({ isThis: false, country: null });
    expect(JSON.stringify(sessions)).not.toContain(sha256(token));
  });

  it('has no session that has ended, by idle time or after SESSION_DAYS', async () => {
    const [idle, old] = [await signInFrom(american), await signInFrom(american)];
    const past = { [idle]: { lastSeenAt: 1 }, [old]: { createdAt: Date.now() - 3 * 86_400_000 } };
    for (const [token, set] of Object.entries(past)) {
      await api.db.updateTable('session').set(set).where('tokenHash', '=', sha256(token)).execute();
      expect(await works(token)).toBe(false);
    }
    expect(await sessionsOf(owner)).toHaveLength(1);
  });

  it('of others is for administrators, not for owners and viewers', async () => {
    const { token: viewer, id: viewerID } = await addViewer(api);
    const others = await sessionsOf(admin, ownerID);
    expect(others.map(({ isThis }) => isThis)).toEqual([false]);
    for (const as of [viewer, owner]) {
      const { id = '' } = (await own(admin)) ?? {};
      for (const account of [id, 'nobody']) {
        const { status } = await api.call('getSessions', { as, query: { account } });
        expect(status).toBe(403);
      }
    }
    expect(await sessionsOf(viewer, viewerID), 'own ones by the own id').toHaveLength(1);
    expect(await sessionsOf(admin, 'nobody')).toEqual([]);
  });
});

describe('ending', () => {
  it('ends an own session at once, and no other', async () => {
    const other = await signInFrom(american);
    const { id } = (await own(other)) ?? {};
    expect((await end(owner, id)).body).toMatchObject({ success: true, data: { id } });
    expect([await works(other), await works(owner)]).toEqual([false, true]);
    expect((await end(owner, id)).status, 'once').toBe(404);
  });

  it('of others is for administrators; for anybody else there is no such session', async () => {
    const eve = await signInFrom(american, onWindows, 'eve');
    const { token: viewer } = await addViewer(api, 'Another Viewer');
    const { id } = (await own(owner)) ?? {};
    for (const as of [eve, viewer]) expect((await end(as, id)).status).toBe(404);
    expect((await end(viewer, (await own(admin))?.id)).status).toBe(404);
    expect(await works(owner)).toBe(true);
    expect((await end(admin, id)).status).toBe(200);
    expect(await works(owner)).toBe(false);
  });

  it('ends all other sessions of the caller, and none of anybody else', async () => {
    const [first, second] = [await signInFrom(american), await signInFrom(dutch)];
    const eve = await signInFrom(american, onWindows, 'eve');
    const { body } = await api.call('endOtherSessions', { as: second });
    expect(body).toMatchObject({ message: '2 sessions ended', data: { ended: 2 } });
    const left = await Promise.all([first, owner, second, eve, admin].map(works));
    expect(left).toEqual([false, false, true, true, true]);
    const again = await api.call('endOtherSessions', { as: second });
    expect(again.body.data).toEqual({ ended: 0 });
  });

  it('is in the log, with device and address and without the token', async () => {
    const other = await signInFrom(american);
    const { id = '' } = (await own(other)) ?? {};
    await end(owner, id);
    const { data } = (await api.call('getChanges', { as: admin, query: { key: id } })).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      entity: 'session',
      action: 'session.end',
      name: 'Ada Harbour (ada)',
      actor: { kind: 'user', id: ownerID },
    });
    expect(JSON.stringify(data)).not.toContain(sha256(other));
  });
});

describe('a sign-in', () => {
  it('with the session of another account leaves that one open', async () => {
    const body = { userID: 'ada', password };
    const beside = await api.call('userSignIn', { as: admin, body });
    expect(beside.status, beside.text).toBe(200);
    expect([await works(admin), await works(beside.body.token)]).toEqual([true, true]);
    const again = await api.call('userSignIn', { as: owner, body });
    expect([await works(owner), await works(again.body.token)]).toEqual([false, true]);
    const asAdmin = { email: adminEmail, password: adminPassword };
    const third = await api.call('adminSignIn', { as: again.body.token, body: asAdmin });
    expect([await works(again.body.token), third.status]).toEqual([true, 200]);
  });

  it('beyond 50 of an account ends the session that was used longest ago', async () => {
    const { db } = api;
    const { accountId } = await db
      .selectFrom('session')
      .select('accountId')
      .where('tokenHash', '=', sha256(owner))
      .executeTakeFirstOrThrow();
    const now = Date.now();
    const rows = Array.from({ length: limits.sessions - 2 }, (_, place) => ({
      tokenHash: `hash ${place}`,
      kind: 'user' as const,
      accountId,
      createdAt: now,
      lastSeenAt: now - 1_000 * (place + 1),
      id: `id ${place}`,
    }));
    await db.insertInto('session').values(rows).execute();
    await signInFrom(american);
    expect(await sessionsOf(owner)).toHaveLength(limits.sessions);
    await signInFrom(american);
    const left = await sessionsOf(owner);
    expect(left).toHaveLength(limits.sessions);
    expect(left.map(({ id }) => id)).not.toContain(`id ${limits.sessions - 3}`);
    expect(await works(owner)).toBe(true);
  });

  it('that a node of an older version has opened is listed when it was used', async () => {
    const token = await signInFrom(american);
    await api.db
      .updateTable('session')
      .set({ id: '', address: '', device: '' })
      .where('tokenHash', '=', sha256(token))
      .execute();
    expect(await sessionsOf(owner)).toHaveLength(1);
    expect(await works(token)).toBe(true);
    await vi.waitFor(async () => expect(await own(token)).toMatchObject({ device: '' }));
  });
});

describe('a new country', () => {
  const entries = async () => {
    const query = { action: 'session.country' } as const;
    return (await api.call('getChanges', { as: admin, query })).body.data;
  };
  const bellOf = async (as: string): Promise<{ kind: string; text: string; path: string }[]> => {
    const { data } = (await api.call('getBell', { as })).body;
    return data.filter(({ kind }: { kind: string }) => kind === 'new-country');
  };

  it('is an entry and an item of the person, but neither the first one nor a known one is', async () => {
    const userID = 'traveller';
    await api.call('createNewUser', { as: admin, body: sampleUserForm({ userId: userID }) });
    const before = (await entries()).length;
    await signInFrom('192.0.2.7', onWindows, userID);
    await signInFrom(american, onWindows, userID);
    await signInFrom(american, onWindows, userID);
    expect(await entries()).toHaveLength(before);
    const token = await signInFrom(dutch, onWindows, userID);
    await signInFrom(american, onWindows, userID);
    await signInFrom(dutch, onWindows, userID);
    const [entry, ...others] = await entries();
    expect(others).toHaveLength(before);
    expect(entry).toMatchObject({ entity: 'session', name: `Ada Harbour (${userID})` });
    expect(entry.diff).toContainEqual({ field: 'country', before: null, after: 'NL' });
    await vi.waitFor(async () => {
      expect(await bellOf(token)).toEqual([
        expect.objectContaining({
          text: 'Somebody has signed in to your account from Netherlands, for the first time',
          path: '/open-sessions',
        }),
      ]);
    });
    expect(await bellOf(admin)).toEqual([]);
  });

  it('is forgotten with the account', async () => {
    const body = sampleUserForm({ userId: 'leaving' });
    const { id } = (await api.call('createNewUser', { as: admin, body })).body.data;
    await signInFrom(american, onWindows, 'leaving');
    const known = () =>
      api.db.selectFrom('known_country').selectAll().where('accountId', '=', id).execute();
    expect(await known()).toHaveLength(1);
    await api.call('deleteUser', { as: admin, id });
    expect(await known()).toEqual([]);
  });
});

it('an administrator ends the session of another one', async () => {
  const { token, id: account } = await addSecondAdmin(api, 'Third Administrator');
  const [session] = await sessionsOf(admin, account);
  expect((await end(admin, session?.id)).status).toBe(200);
  expect(await works(token)).toBe(false);
});
