import { singleSignOnPath } from '@adwarden/contract/single-sign-on/single-sign-on-path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Misbehaviour,
  type PeopleThere,
  startProvider,
  type TestProvider,
} from '../../../../deploy/programs/oidc-provider.ts';
import {
  adminEmail,
  buildTestServer,
  type TestServer,
} from '../../../test/servers/build-test-server.ts';
import { addPasskey, office as ofPasskeys } from '../../../test/servers/passkeys.ts';
import { addAuthenticator, codeOf, forgetSteps } from '../../../test/servers/second-factor.ts';
import { askingNode, makeDue, signInAtProvider } from '../../../test/servers/single-sign-on.ts';

/* What happens to open sessions when somebody leaves at the provider: a real one, in a process of its own (ADR 144). */

const office = ofPasskeys.origin;
const inOffice = (email: string) => ({
  userinfo: { email, email_verified: true },
  idToken: { groups: ['office'] },
});
const people: PeopleThere = {
  nia: inOffice('nia@harbour.example'),
  max: inOffice('max@harbour.example'),
  vic: { userinfo: { email: 'vic@views.example', email_verified: true } },
  ola: { userinfo: { email: 'ola@owners.example', email_verified: true } },
};
/** `nia` without the group that makes an administrator. */
const without = { ...people, nia: { ...people.nia, idToken: { groups: ['staff'] } } };

let provider: TestProvider;
let environment: Record<string, string>;
let api: TestServer;
beforeAll(async () => {
  provider = await startProvider(`${office}${singleSignOnPath}`);
  await provider.control({ people, offers: { refresh: true, spends: true } });
  environment = {
    ...provider.settings({
      OIDC_ADMINS: 'groups=office',
      OIDC_VIEWERS: '@views.example',
      OIDC_OWNERS: 'create',
    }),
    WRITES_PER_MINUTE: '100000',
  };
  api = await buildTestServer(environment, { begins: false });
});
afterAll(async () => {
  await api?.close();
  await provider?.stop();
});
beforeEach(async () => {
  await provider.control({ people, wrong: {}, offers: { refresh: true, spends: true } });
  for (const table of ['oidc_flow', 'oidc_grant', 'session', 'api_key', 'factor'] as const) {
    await api.db.deleteFrom(table).execute();
  }
  await api.db.updateTable('admin').set({ enabled: 'on', disabledBy: 'office' }).execute();
});

const signIn = (login: string, as: 'admin' | 'user' = 'admin') =>
  signInAtProvider(provider, api, login, as);

/** Signs in, and returns the token and the id of the account. */
async function opened(login: string, as: 'admin' | 'user' = 'admin') {
  const answer = await signIn(login, as);
  expect(answer.status, answer.text).toBe(200);
  return { as: answer.body.token as string, id: answer.body.user._id as string };
}
const isOpen = async (as: string) => (await api.call('getSessions', { as })).status === 200;

/** Asks the provider about all sessions, from a node of its own. */
async function askAll(wrong: Misbehaviour = {}): Promise<void> {
  await provider.control({ wrong });
  await makeDue(api.db);
  await (await askingNode(api, environment))();
}
const grants = () => api.db.selectFrom('oidc_grant').selectAll().execute();
const endOf = async (id: string) =>
  (
    await api.db
      .selectFrom('session')
      .select('endsAt')
      .where('accountId', '=', id)
      .executeTakeFirstOrThrow()
  ).endsAt ?? 0;
/** Moves the ends of all sessions back by some hours, as if they had begun earlier. */
const earlier = (hours: number) =>
  api.db
    .updateTable('session')
    .set((eb) => ({ endsAt: eb('endsAt', '-', Math.round(hours * 3_600_000)) }))
    .execute();
const enabled = async (id: string) =>
  (
    await api.db
      .selectFrom('admin')
      .select('enabled')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).enabled;
const actions = async () =>
  (await api.db.selectFrom('change').select(['entity', 'action']).orderBy('seq').execute()).map(
    ({ entity, action }) => `${entity} ${action}`,
  );

async function makeKey(as: string): Promise<string> {
  const body = { name: 'Nightly', scopes: ['read'] };
  const made = await api.callLoosely('addApiKey', { as, body });
  expect(made.status, made.text).toBe(200);
  return made.body.key;
}
const withKey = (key: string) => api.call('getCategory', { as: key });

describe('a session that the provider still knows', () => {
  it('goes on, with a new refresh token, which is sealed', async () => {
    const { as, id } = await opened('nia');
    const [before] = await grants();
    await earlier(7);
    await askAll();
    const [after] = await grants();
    expect(await isOpen(as)).toBe(true);
    expect(after?.sealed).not.toBe(before?.sealed);
    expect(after).toMatchObject({ takenUntil: null, isUnsure: 'off' });
    expect(await endOf(id)).toBeGreaterThan(Date.now() + 7.9 * 3_600_000);
    // The new one works, too.
    await askAll();
    expect((await provider.control({})).refreshed.nia).toBe(2);
    expect(await isOpen(as)).toBe(true);
  });

  it('is asked about once, when two nodes look at the same time', async () => {
    await opened('nia');
    const nodes = await Promise.all([1, 2, 3].map(() => askingNode(api, environment)));
    const { refreshed } = await provider.control({ wrong: {} });
    await makeDue(api.db);
    await Promise.all(nodes.map((run) => run()));
    expect((await provider.control({ wrong: {} })).refreshed.nia).toBe((refreshed.nia ?? 0) + 1);
    expect(await grants()).toHaveLength(1);
  });

  it('is asked about after its second factor, and not at all before it', async () => {
    const first = await opened('nia');
    const { secret } = await addAuthenticator(api, first.as);
    await forgetSteps(api.db);
    await api.db.deleteFrom('oidc_grant').execute();
    const asked = await signIn('nia');
    expect(asked.status).toBe(401);
    const [waiting] = await grants();
    const body = { ticket: asked.body.secondFactor.ticket, code: codeOf(secret) };
    const done = await api.callLoosely('signInWithFactor', { body });
    expect(done.status, done.text).toBe(200);
    expect(asked.text + done.text).not.toContain(waiting?.sealed);
    await askAll();
    expect(await isOpen(done.body.token)).toBe(true);
    const sessions = await api.db.selectFrom('session').select('id').execute();
    expect(sessions.map(({ id }) => id)).toContain((await grants())[0]?.session);
  });

  it('an answer without an ID token is completed by userinfo', async () => {
    const viewer = await opened('vic');
    await askAll({ lacksIdToken: true });
    expect(await isOpen(viewer.as)).toBe(true);
  });

  it('another role is followed, and its sessions end', async () => {
    const viewer = await opened('vic');
    const risen = { ...people, vic: { ...people.vic, idToken: { groups: ['office'] } } };
    await provider.control({ people: risen });
    await askAll();
    expect(await isOpen(viewer.as)).toBe(false);
    expect((await signIn('vic')).body.user.access).toBe('all');
    await provider.control({ people });
    await signIn('vic');
  });
});

describe('the provider does not know it any more', () => {
  it('that session ends, and keys wait for the next sign-in', async () => {
    const one = await opened('nia');
    const key = await makeKey(one.as);
    const other = await opened('max');
    const ofOther = await makeKey(other.as);
    expect((await withKey(key)).status).toBe(200);
    await askAll({ gone: ['nia'] });
    expect([await isOpen(one.as), await isOpen(other.as)]).toEqual([false, true]);
    const refused = await withKey(key);
    expect([refused.status, refused.body.message]).toEqual([
      401,
      'The API key “Nightly” waits until its person signs in with single sign-on',
    ]);
    expect((await withKey(ofOther)).status).toBe(200);
    expect(await actions()).toContain('session session.end');
    // The account itself stays: the provider has said nothing about its claims.
    expect(await enabled(one.id)).toBe('on');
    await provider.control({ wrong: {} });
    await opened('nia');
    expect((await withKey(key)).status).toBe(200);
  });

  it('other sessions of the account end when they are asked about', async () => {
    const first = await opened('nia');
    const second = await opened('nia');
    const [grant] = await grants();
    await provider.control({ wrong: { gone: ['nia'] } });
    await api.db
      .updateTable('oidc_grant')
      .set({ refreshAt: 0 })
      .where('session', '=', grant?.session ?? '')
      .execute();
    await (await askingNode(api, environment))();
    const open = [await isOpen(first.as), await isOpen(second.as)];
    expect(open.filter(Boolean)).toHaveLength(1);
    await askAll({ gone: ['nia'] });
    expect([await isOpen(first.as), await isOpen(second.as)]).toEqual([false, false]);
  });

  it('an owner whom it has made is out, too', async () => {
    const owner = await opened('ola', 'user');
    const key = await makeKey(owner.as);
    await askAll();
    expect(await isOpen(owner.as)).toBe(true);
    await askAll({ gone: ['ola'] });
    expect(await isOpen(owner.as)).toBe(false);
    expect((await api.call('getAllApp', { as: key })).status).toBe(401);
    await provider.control({ wrong: {} });
    await opened('ola', 'user');
    expect((await api.call('getAllApp', { as: key })).status).not.toBe(401);
  });

  it('an answer about somebody else ends the session', async () => {
    const { as } = await opened('nia');
    await askAll({ claims: { sub: 'max' } });
    expect(await isOpen(as)).toBe(false);
    expect(await grants()).toEqual([]);
  });

  it('a changed sub is not believed, and ends nothing', async () => {
    const { as } = await opened('nia');
    await askAll({ sub: 'max' });
    expect(await isOpen(as)).toBe(true);
  });
});

describe('the claim is gone', () => {
  const lose = async () => {
    await provider.control({ people: without });
    await askAll();
  };

  it('sessions end, keys and passkeys stop, and a sign-in with the claim enables the account again', async () => {
    const one = await opened('nia');
    const other = await opened('nia');
    const key = await makeKey(one.as);
    const hash = 'not the hash of a password';
    const admins = api.db.updateTable('admin').where('id', '=', one.id);
    await admins.set({ passwordHash: hash }).execute();
    const { authenticator } = await addPasskey(api, one.as);
    const byPasskey = async () => {
      const { data } = (await api.callLoosely('signInWithPasskey')).body;
      const passkey = authenticator.use(data.options);
      return api.callLoosely('signInWithFactor', { body: { ticket: data.ticket, passkey } });
    };
    expect((await byPasskey()).status).toBe(200);

    await lose();
    expect([await isOpen(one.as), await isOpen(other.as)]).toEqual([false, false]);
    expect((await withKey(key)).status).toBe(401);
    expect((await byPasskey()).status).toBe(401);
    expect(await enabled(one.id)).toBe('off');
    expect((await signIn('nia')).status).toBe(403);

    await provider.control({ people });
    await api.db.deleteFrom('factor').execute();
    const again = await opened('nia');
    expect(again.id).toBe(one.id);
    expect((await withKey(key)).status).toBe(200);
    const log = await actions();
    expect(log.slice(log.lastIndexOf('admin disable'))).toContain('admin enable');
    await admins.set({ passwordHash: '' }).execute();
  });

  it('a sign-in that is refused says the same', async () => {
    const { as, id } = await opened('nia');
    await provider.control({ people: without });
    expect((await signIn('nia')).status).toBe(403);
    expect([await isOpen(as), await enabled(id)]).toEqual([false, 'off']);
  });

  it('what an administrator has disabled stays so', async () => {
    const boss = await api.signInAdmin();
    const { id } = await opened('nia');
    const body = { enabled: false };
    expect((await api.callLoosely('updateAdmin', { as: boss, id, body })).status).toBe(200);
    const refused = await signIn('nia');
    expect([refused.status, refused.body.message]).toEqual([401, 'This account is disabled']);
    // Also one that the provider has disabled before.
    await api.callLoosely('updateAdmin', { as: boss, id, body: { enabled: true } });
    await opened('nia');
    await lose();
    expect((await api.callLoosely('updateAdmin', { as: boss, id, body })).status).toBe(200);
    await provider.control({ people });
    expect((await signIn('nia')).status).toBe(401);
    expect(await enabled(id)).toBe('off');
  });

  it('the last administrator stays', async () => {
    const { as, id } = await opened('nia');
    const others = api.db.updateTable('admin').where('id', '!=', id);
    await others.set({ enabled: 'off' }).execute();
    await lose();
    expect([await isOpen(as), await enabled(id)]).toEqual([true, 'on']);
    const refused = await signIn('nia');
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringMatching(/^Nothing that Harbour Login says about you gives you a role here/),
    ]);
    expect(await enabled(id)).toBe('on');
    // Not as a viewer, either.
    const viewer = { ...people, nia: { userinfo: people.vic?.userinfo ?? {} } };
    await provider.control({ people: viewer });
    await askAll();
    expect(await isOpen(as)).toBe(true);
    await others.set({ enabled: 'on' }).execute();
    await lose();
    expect([await isOpen(as), await enabled(id)]).toEqual([false, 'off']);
  });
});

describe('a provider that does not answer', () => {
  it('holds up no other session, is asked again after five minutes, and ends the session after OIDC_SESSION_HOURS', {
    timeout: 60_000,
  }, async () => {
    const hanging = await opened('max');
    // More than are asked about at once, and all before the other one.
    for (let more = 0; more < 11; more += 1) await opened('max');
    const other = await opened('nia');
    await earlier(7);
    await provider.control({ wrong: { hangsAbout: ['max'] } });
    await makeDue(api.db);
    const others = api.db.updateTable('oidc_grant').where('accountId', '=', other.id);
    await others.set({ refreshAt: 1 }).execute();
    const run = (await askingNode(api, environment))();
    await expect
      .poll(async () => (await endOf(other.id)) > Date.now() + 7.9 * 3_600_000, { timeout: 15_000 })
      .toBe(true);
    await run;
    expect([await isOpen(hanging.as), await isOpen(other.as)]).toEqual([true, true]);
    const [grant] = await api.db
      .selectFrom('oidc_grant')
      .selectAll()
      .where('accountId', '=', hanging.id)
      .execute();
    const wait = (grant?.refreshAt ?? 0) - Date.now();
    expect(wait).toBeGreaterThan(4 * 60_000);
    expect(wait).toBeLessThan(6 * 60_000);
    await earlier(1.1);
    expect([await isOpen(hanging.as), await isOpen(other.as)]).toEqual([false, true]);
  });

  it('many sessions about which nobody can ask are left for later', {
    timeout: 90_000,
  }, async () => {
    const { id } = await opened('max');
    const [grant] = await grants();
    const [session] = await api.db.selectFrom('session').selectAll().execute();
    expect(grant && session).toBeTruthy();
    await provider.control({ wrong: { hangsAt: '/token' } });
    const seal = await api.db.selectFrom('oidc_grant').select('sealed').executeTakeFirstOrThrow();
    // Their seals open for another session only.
    for (let place = 0; place < 300; place += 1) {
      const name = `copy-${place}`;
      await api.db
        .insertInto('session')
        .values({ ...(session as NonNullable<typeof session>), id: name, tokenHash: name })
        .execute();
      await api.db
        .insertInto('oidc_grant')
        .values({
          ...seal,
          session: name,
          kind: 'admin',
          accountId: id,
          createdAt: 1,
          refreshAt: 0,
        })
        .execute();
    }
    await makeDue(api.db);
    const before = performance.now();
    await (await askingNode(api, environment))();
    expect(performance.now() - before).toBeLessThan(30_000);
    const left = await api.db
      .selectFrom('oidc_grant')
      .select('session')
      .where('refreshAt', '=', 0)
      .execute();
    expect(left).toEqual([]);
  });

  it('an answer that was lost on the way ends no session wrongly', async () => {
    const { as, id } = await opened('nia');
    const key = await makeKey(as);
    // The refresh token is used up, and nobody has the new one: as when a node dies in between.
    await askAll({ losesAbout: ['nia'] });
    expect((await grants())[0]).toMatchObject({ isUnsure: 'on', takenUntil: null });
    const end = await endOf(id);
    await askAll();
    expect([await isOpen(as), (await withKey(key)).status]).toEqual([true, 200]);
    // From now on it is a session without a refresh token.
    expect(await grants()).toEqual([]);
    expect(await endOf(id)).toBe(end);
  });

  it('a failure without a word of the provider uses up nothing, and userinfo that fails neither', async () => {
    const { as } = await opened('vic');
    await askAll({ fails: { '/me': 500 } });
    expect((await grants())[0]).toMatchObject({ isUnsure: 'off' });
    await askAll();
    expect(await isOpen(as)).toBe(true);
    expect(await grants()).toHaveLength(1);
  });
});

describe('refresh tokens', () => {
  it('are asked for only where the provider names them, and only for sign-ins', async () => {
    const scopeOf = async (server: TestServer) => {
      const begun = await server.callLoosely('beginSingleSignOn', { body: { as: 'admin' } });
      return new URL(begun.body.data.url).searchParams.get('scope');
    };
    expect(await scopeOf(api)).toBe('openid email profile offline_access');
    await provider.control({ offers: {} });
    const fresh = await buildTestServer(environment, { begins: false });
    try {
      expect(await scopeOf(fresh)).toBe('openid email profile');
      const answer = await signInAtProvider(provider, fresh, 'nia');
      expect(answer.status, answer.text).toBe(200);
      expect(await fresh.db.selectFrom('oidc_grant').selectAll().execute()).toEqual([]);
      const { endsAt } = await fresh.db
        .selectFrom('session')
        .select('endsAt')
        .where('way', '=', 'oidc')
        .executeTakeFirstOrThrow();
      expect(Math.abs((endsAt ?? 0) - Date.now() - 8 * 3_600_000)).toBeLessThan(60_000);
    } finally {
      await fresh.close();
    }
  });

  it('are used before a session of one hour ends', async () => {
    const short = await buildTestServer(
      { ...environment, OIDC_SESSION_HOURS: '1' },
      { begins: false },
    );
    try {
      await signInAtProvider(provider, short, 'nia');
      const { refreshAt, createdAt } = await short.db
        .selectFrom('oidc_grant')
        .selectAll()
        .executeTakeFirstOrThrow();
      expect(refreshAt - createdAt).toBe(30 * 60_000);
    } finally {
      await short.close();
    }
  });

  it('are kept for accounts whose role comes from the provider only, and given back otherwise', async () => {
    const as = await api.signInAdmin();
    const { revoked } = await provider.control({ wrong: {} });
    await api.db.updateTable('session').set({ confirmedAt: Date.now() }).execute();
    const root = { ...people, root: inOffice(adminEmail) };
    await provider.control({ people: root });
    const begun = await api.callLoosely('beginSingleSignOn', {
      as,
      body: { as: 'admin', for: 'link' },
    });
    const { url, flow } = begun.body.data;
    expect(new URL(url).searchParams.get('scope')).toBe('openid email profile');
    const returned = await provider.signIn(url, 'root');
    const linked = await api.callLoosely('finishSingleSignOn', { as, body: { ...returned, flow } });
    expect(linked.status, linked.text).toBe(200);
    await opened('root');
    expect(await grants()).toEqual([]);
    await expect.poll(async () => (await provider.control({})).revoked).toBe(revoked + 1);
    await api.db.deleteFrom('oidc_binding').where('subject', '=', 'root').execute();
  });

  it('are given back when the session is over', async () => {
    const { as } = await opened('nia');
    const { revoked } = await provider.control({ wrong: {} });
    expect((await api.call('signOut', { as })).status).toBe(200);
    await api.db.updateTable('oidc_grant').set({ createdAt: 1 }).execute();
    await (await askingNode(api, environment))();
    expect(await grants()).toEqual([]);
    expect((await provider.control({})).revoked).toBe(revoked + 1);
  });

  it('are only forgotten while the person has another session: some providers would end that, too', async () => {
    const one = await opened('nia');
    const other = await opened('nia');
    const { revoked } = await provider.control({ wrong: {} });
    await api.call('signOut', { as: one.as });
    await api.db.updateTable('oidc_grant').set({ createdAt: 1 }).execute();
    await (await askingNode(api, environment))();
    expect(await grants()).toHaveLength(1);
    expect((await provider.control({})).revoked).toBe(revoked);
    await askAll();
    expect(await isOpen(other.as)).toBe(true);
  });

  it('stand nowhere in clear, and nobody but the provider gets them', async () => {
    const answer = await signIn('nia');
    const rows = await Promise.all(
      (['session', 'oidc_binding', 'oidc_grant', 'change'] as const).map((table) =>
        api.db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(answer.text + JSON.stringify(rows)).not.toMatch(/eyJ[\w-]{10}|refresh_token/);
    const [grant] = await grants();
    expect(grant?.sealed).toMatch(/^[0-9a-f]{8}\.[\w-]+$/);
  });

  it('of another issuer are forgotten, and not sent to this one', async () => {
    const { id } = await opened('nia');
    const { refreshed, revoked } = await provider.control({ wrong: {} });
    const bindings = api.db.updateTable('oidc_binding').where('accountId', '=', id);
    await bindings.set({ issuer: 'https://old.example' }).execute();
    await askAll();
    expect(await grants()).toEqual([]);
    expect(await provider.control({})).toEqual({ refreshed, revoked });
    await bindings.set({ issuer: provider.issuer }).execute();
  });
});
