import { passkeyAsked } from '@adwarden/contract/factors/passkeys';
import { singleSignOnPath } from '@adwarden/contract/single-sign-on/single-sign-on-path';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
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

/* Single sign-on against a real provider, which is told to do something wrong (ADR 142). */

const office = 'http://127.0.0.1:9';
const verified = (email: string, more: object = {}) => ({
  userinfo: { email, email_verified: true, name: 'Nia Quay' },
  idToken: { ...more },
});
const people: PeopleThere = {
  nia: verified('nia@harbour.example', { groups: ['staff', 'office'] }),
  vic: verified('vic@views.example'),
  max: verified('max@elsewhere.example'),
  ada: verified('ada@owners.example'),
  una: { userinfo: { email: 'una@harbour.example', email_verified: false } },
  abe: { userinfo: { email: 'abe@harbour.example' } },
  ned: { userinfo: {} },
  long: verified(`ada@${'owners.'.repeat(15)}example`),
  root: verified(adminEmail),
  other: verified('nia@harbour.example', { groups: ['office'] }),
  strong: verified('strong@harbour.example', { groups: ['office'], acr: 'mfa' }),
};

let provider: TestProvider;
let api: TestServer;
beforeAll(async () => {
  provider = await startProvider(`${office}${singleSignOnPath}`);
  api = await buildTestServer(
    {
      ...provider.settings({
        OIDC_ADMINS: 'groups=office',
        OIDC_VIEWERS: '@views.example',
        OIDC_OWNERS: 'match',
        OIDC_ACR: 'mfa',
      }),
      WRITES_PER_MINUTE: '100000',
    },
    { withOwners: true },
  );
});
afterAll(async () => {
  await api?.close();
  await provider?.stop();
});
beforeEach(async () => {
  await provider.control({ people, wrong: {} });
  await api.db.deleteFrom('oidc_flow').execute();
});

const begin = async (body: object, as?: string, at = api) => {
  const answer = await at.callLoosely('beginSingleSignOn', { body, ...(as && { as }) });
  return { ...answer, ...(answer.body.data as { url: string; flow: string }) };
};
const finish = (body: object, as?: string, at = api) =>
  at.callLoosely('finishSingleSignOn', { body, ...(as && { as }) });

/** Signs in at the provider, and comes back. */
async function signIn(login: string, body: object = { as: 'admin' }, at = api) {
  const begun = await begin(body, undefined, at);
  expect(begun.status, begun.text).toBe(200);
  const returned = await provider.signIn(begun.url, login);
  return finish({ ...returned, flow: begun.flow }, undefined, at);
}
const bindings = () =>
  api.db
    .selectFrom('oidc_binding')
    .select(['kind', 'subject', 'roleFrom'])
    .orderBy('subject')
    .execute();

describe('roles and accounts', () => {
  it('says how people sign in', async () => {
    expect((await api.call('getWays')).body.data).toMatchObject({
      singleSignOn: { name: 'Harbour Login', as: ['admin', 'user'] },
    });
  });

  it('a claim makes an administrator, a domain a viewer, and the same person has the same account', async () => {
    const first = await signIn('nia');
    expect([first.status, first.body.user?.access], first.text).toEqual([200, 'all']);
    expect(first.body.user).toMatchObject({ email: 'nia@harbour.example', fullName: 'Nia Quay' });
    const again = await signIn('nia');
    expect(again.body.user._id).toBe(first.body.user._id);
    const viewer = await signIn('vic');
    expect([viewer.status, viewer.body.user?.access], viewer.text).toEqual([200, 'view']);
    expect(await bindings()).toContainEqual({
      kind: 'admin',
      subject: 'nia',
      roleFrom: 'provider',
    });
  });

  it('who loses the claim is refused with its name, and another role is followed', async () => {
    await provider.control({
      people: { ...people, vic: { ...people.vic, idToken: { groups: 'office' } } },
    });
    const risen = await signIn('vic');
    expect(risen.body.user?.access, risen.text).toBe('all');
    await provider.control({ people: { ...people, vic: verified('vic@gone.example') } });
    const refused = await signIn('vic');
    expect(refused.status).toBe(403);
    expect(refused.body.message).toMatch(/the rules look at “groups”, “email”$/);
    // The account is disabled now, and whoever has the claim again gets it back; administrators are told both (ADR 144).
    const as = await api.signInAdmin();
    const texts = async () =>
      (await api.call('getBell', { as })).body.data.map(({ text }: { text: string }) => text);
    await expect.poll(texts).toContain('The administrator Nia Quay was disabled');
    await provider.control({ people });
    expect((await signIn('vic')).status).toBe(200);
    await expect.poll(texts).toContain('The administrator Nia Quay was enabled again');
    const log = await api.call('getChanges', { as, query: { entity: 'admin', action: 'disable' } });
    expect(log.body.data[0]).toMatchObject({ actor: { kind: 'system', name: 'Single sign-on' } });
  });

  it('who matches nothing is refused', async () => {
    const refused = await signIn('max');
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Nothing that Harbour Login says about you gives you a role here: the rules look at “groups”, “email”',
    ]);
  });

  it('an e-mail that is not verified, or absent, gives nothing', async () => {
    expect((await signIn('una')).body.message).toMatch(
      /does not say that your e-mail address is verified$/,
    );
    expect((await signIn('abe')).body.message).toMatch(
      /does not say that your e-mail address is verified$/,
    );
    expect((await signIn('ned')).body.message).toMatch(/does not say your e-mail address$/);
  });

  it('a second sub with one e-mail is refused', async () => {
    const refused = await signIn('other');
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'This account here belongs to another account of Harbour Login: an administrator can take that away first',
    ]);
  });

  it('an administrator with a password is bound by Link only', async () => {
    const refused = await signIn('root');
    expect([refused.status, refused.body.message]).toEqual([
      403,
      `There is an administrator ${adminEmail} with a password: sign in with it, and link Harbour Login on “Sign-in and security”`,
    ]);
  });

  it('an administrator who was invited is bound by e-mail, and the invitation ends', async () => {
    const as = await api.signInAdmin();
    const body = { email: 'max@elsewhere.example', fullName: 'Max', role: 'viewer', invite: true };
    const invited = await api.callLoosely('addAdmin', { as, body });
    expect(invited.status, invited.text).toBe(200);
    const answer = await signIn('max');
    expect([answer.status, answer.body.user?.access], answer.text).toEqual([200, 'view']);
    const token = invited.body.invitation.link.split('#')[1];
    expect((await api.callLoosely('lookAtInvitation', { body: { token } })).status).toBe(404);
    const list = (await api.call('getAdmins', { as })).body.data;
    expect(list.find((one: { email: string }) => one.email === body.email)).toMatchObject({
      state: 'on',
      singleSignOn: true,
    });
  });

  it('an owner is found by the e-mail address, and nobody is made', async () => {
    const unknown = await signIn('ada', { as: 'user' });
    expect(unknown.body.message).toMatch(/^No app owner here has the e-mail address ada@owners/);
    const as = await api.signInAdmin();
    const { id } = (await api.call('getUser', { as })).body.data.find(
      (one: { fullName: string }) => one.fullName === 'Ada Harbour',
    );
    await api.callLoosely('updateUser', { as, id, body: { email: 'ada@owners.example' } });
    const known = await signIn('ada', { as: 'user' });
    expect([known.status, known.body.user?.userID], known.text).toEqual([200, 'ada']);
    const owners = (await api.call('getUser', { as })).body.data;
    const linked = owners.filter(({ singleSignOn }: { singleSignOn: boolean }) => singleSignOn);
    expect(linked.map((one: { id: string }) => one.id)).toEqual([id]);
    expect((await signIn('nia', { as: 'user' })).body.message).toMatch(
      /^You are an administrator here/,
    );
  });

  it('the log and the bell say it', async () => {
    const as = await api.signInAdmin();
    const log = await api.call('getChanges', { as, query: { entity: 'single-sign-on' } });
    expect(log.body.data[0]).toMatchObject({ action: 'oidc.bind', name: 'Harbour Login' });
    expect(log.text).not.toMatch(/"(nia|vic)"/);
  });
});

describe('second factors and sessions', () => {
  it('an account with a factor is asked for it, unless the provider has asked for one', async () => {
    const { token } = (await signIn('nia')).body;
    const { secret } = await addAuthenticator(api, token);
    await forgetSteps(api.db);
    const asked = await signIn('nia');
    expect([asked.status, asked.body.secondFactor?.methods]).toEqual([
      401,
      ['totp', 'recoveryCode'],
    ]);
    const body = { ticket: asked.body.secondFactor.ticket, code: codeOf(secret) };
    const done = await api.callLoosely('signInWithFactor', { body });
    expect(done.status, done.text).toBe(200);
    const ways = await api.db
      .selectFrom('session')
      .select(['way', 'endsAt'])
      .where('way', '=', 'oidc')
      .execute();
    expect(ways.every(({ endsAt }) => endsAt !== null)).toBe(true);
    await api.db.deleteFrom('factor').execute();
    const strong = await signIn('strong');
    await addAuthenticator(api, strong.body.token);
    expect((await signIn('strong')).status).toBe(200);
    await api.db.deleteFrom('factor').execute();
  });

  it('a session ends after OIDC_SESSION_HOURS', async () => {
    const { token: as } = (await signIn('nia')).body;
    expect((await api.call('getSessions', { as })).status).toBe(200);
    await api.db
      .updateTable('session')
      .set({ endsAt: Date.now() - 1 })
      .where('way', '=', 'oidc')
      .execute();
    expect((await api.call('getSessions', { as })).status).toBe(401);
  });
});

it('the ID token of the provider is neither answered nor stored', async () => {
  const answer = await signIn('nia');
  expect(answer.status, answer.text).toBe(200);
  const tables = ['session', 'oidc_binding', 'oidc_flow', 'change'] as const;
  const rows = await Promise.all(
    tables.map((name) => api.db.selectFrom(name).selectAll().execute()),
  );
  expect(rows.map((all) => all.length > 0)).toEqual([true, true, true, true]);
  expect(answer.text + JSON.stringify(rows)).not.toMatch(/eyJ[\w-]{10}|access_token|id_token/);
});

describe('the browser and its flow', () => {
  it('a flow works once', async () => {
    const begun = await begin({ as: 'admin' });
    const returned = await provider.signIn(begun.url, 'nia');
    const body = { ...returned, flow: begun.flow };
    expect((await finish(body)).status).toBe(200);
    expect((await finish(body)).status).toBe(400);
  });

  it('a foreign callback and a stolen state open nothing', async () => {
    const mine = await begin({ as: 'admin' });
    const theirs = await begin({ as: 'admin' });
    const returned = await provider.signIn(theirs.url, 'nia');
    expect((await finish({ ...returned, flow: mine.flow })).status).toBe(400);
    // The attempt has used it up.
    expect((await finish({ ...returned, flow: theirs.flow })).status).toBe(400);
    const other = await provider.signIn((await begin({ as: 'admin' })).url, 'nia');
    const state = new URL(mine.url).searchParams.get('state');
    const swapped = await finish({ ...other, state, flow: mine.flow });
    expect(swapped.status, swapped.text).toBe(400);
  });

  it('ten minutes are enough', async () => {
    const begun = await begin({ as: 'admin' });
    const returned = await provider.signIn(begun.url, 'nia');
    await api.db
      .updateTable('oidc_flow')
      .set({ endsAt: Date.now() - 1 })
      .execute();
    expect((await finish({ ...returned, flow: begun.flow })).status).toBe(400);
  });

  it('a code of another sign-in, and one that is used, are refused', async () => {
    const one = await begin({ as: 'admin' });
    const two = await begin({ as: 'admin' });
    const first = await provider.signIn(one.url, 'nia');
    const second = await provider.signIn(two.url, 'nia');
    const mixed = await finish({ ...second, code: first.code, flow: two.flow });
    expect([mixed.status, mixed.body.message]).toEqual([
      400,
      'This sign-in was used before, or has ended: begin again',
    ]);
  });

  it('who cancels at the provider is told so', async () => {
    const begun = await begin({ as: 'admin' });
    const returned = await provider.signIn(begun.url, 'nobody');
    const refused = await finish({ ...returned, error_description: undefined, flow: begun.flow });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Harbour Login did not let you sign in here, or you have cancelled it',
    ]);
  });

  it('a network begins 60 in 15 minutes', async () => {
    const row = await begin({ as: 'admin' });
    expect(row.status).toBe(200);
    const { network } = await api.db.selectFrom('oidc_flow').selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: 59 }, (_, place) => ({
      stateHash: `x${place}`,
      sealed: 'x',
      network,
      createdAt: Date.now(),
      endsAt: Date.now(),
      usedAt: null,
    }));
    await api.db.insertInto('oidc_flow').values(rows).execute();
    expect((await begin({ as: 'admin' })).status).toBe(429);
  });
});

describe('a provider that does something wrong', () => {
  it.each([
    [
      'another issuer in the token',
      { claims: { iss: 'https://evil.example' } },
      403,
      /not valid \(iss\)/,
    ],
    ['another client', { claims: { aud: 'somebody-else' } }, 403, /not valid \(aud\)/],
    ['another nonce', { claims: { nonce: 'x' } }, 403, /not valid \(nonce\)/],
    ['a changed sub', { sub: 'root' }, 403, /not valid/],
    ['a token that has ended', { claims: { exp: 1_000 } }, 403, /not valid/],
  ])('%s', async (_, wrong, status, message) => {
    await provider.control({ wrong });
    const refused = await signIn('nia');
    expect([refused.status, refused.body.message]).toEqual([
      status,
      expect.stringMatching(message),
    ]);
  });

  it('new keys: the sign-in after the next one works', async () => {
    expect((await signIn('nia')).status).toBe(200);
    await provider.control({ rotates: true });
    const refused = await signIn('nia');
    expect([refused.status, refused.body.message]).toEqual([
      503,
      'Harbour Login has new keys: sign in once more',
    ]);
    expect((await signIn('nia')).status).toBe(200);
  });

  it.each([
    [
      'a description of another issuer',
      { issuer: 'https://evil.example' },
      /says that it is another issuer|does not answer|not valid/,
    ],
    [
      'another tenant',
      { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' },
      /says that it is another issuer|does not answer|not valid/,
    ],
    ['a description of more than 1 MB', { isLarge: true }, /cannot be reached/],
  ])('%s', async (_, wrong, message) => {
    await provider.control({ wrong });
    const fresh = await buildTestServer(provider.settings());
    try {
      const begun = await begin({ as: 'admin' }, undefined, fresh);
      expect(begun.status).toBeGreaterThanOrEqual(403);
      expect(begun.body.message).toMatch(message);
      await provider.control({ wrong: {} });
      const later = await begin({ as: 'admin' }, undefined, fresh);
      expect(later.status, later.text).toBe(200);
    } finally {
      await fresh.close();
    }
  });

  it('one that hangs is given up, and delays neither the start nor other calls', {
    timeout: 60_000,
  }, async () => {
    await provider.control({ wrong: { hangsAt: '/token' } });
    const begun = await begin({ as: 'admin' });
    const returned = await provider.signIn(begun.url, 'nia');
    const before = performance.now();
    const refused = await finish({ ...returned, flow: begun.flow });
    expect([refused.status, refused.body.message]).toEqual([
      503,
      expect.stringMatching(/^Harbour Login (cannot be reached|does not answer)/),
    ]);
    expect(performance.now() - before).toBeLessThan(16_000);
  });
});

describe('link, again and unbind', () => {
  it('an administrator links, confirms at the provider, and is unlinked', async () => {
    const as = await api.signInAdmin();
    const begun = await begin({ as: 'admin', for: 'link' }, as);
    expect(begun.status, begun.text).toBe(200);
    const returned = await provider.signIn(begun.url, 'root');
    const linked = await finish({ ...returned, flow: begun.flow }, as);
    expect([linked.status, linked.body.message], linked.text).toEqual([
      200,
      'Harbour Login is linked',
    ]);
    expect((await signIn('root')).status).toBe(200);

    await api.db.updateTable('session').set({ confirmedAt: 0 }).execute();
    const asked = await api.callLoosely('addAdmin', {
      as,
      body: { email: 'z@example.com', fullName: 'Z', role: 'viewer', invite: true },
    });
    expect(asked.body.again?.methods).toEqual(['password', 'singleSignOn']);
    const { ticket } = asked.body.again;
    const question = await begin({ as: 'admin', for: 'again', ticket }, as);
    const asSomebody = await provider.signIn(question.url, 'nia');
    expect((await finish({ ...asSomebody, flow: question.flow }, as)).status).toBe(403);
    const anew = await begin({ as: 'admin', for: 'again', ticket }, as);
    expect(anew.url).toContain('prompt=login');
    const back = await provider.signIn(anew.url, 'root');
    const confirmed = await finish({ ...back, flow: anew.flow }, as);
    expect(confirmed.status, confirmed.text).toBe(200);
    expect((await api.call('getSessions', { as })).status).toBe(401);
    const now = confirmed.body.token;
    const made = await api.callLoosely('addAdmin', {
      as: now,
      body: { email: 'z@example.com', fullName: 'Z', role: 'viewer', invite: true },
    });
    expect(made.status, made.text).toBe(200);

    const { id } = (await api.call('getAdmins', { as: now })).body.data[0];
    const unbound = await api.call('unbindAdmin', { as: now, id });
    expect(unbound.status, unbound.text).toBe(200);
    expect((await api.call('unbindAdmin', { as: now, id })).status).toBe(404);
    expect((await signIn('root')).status).toBe(403);
  });

  it('an old sign-in at the provider does not confirm', async () => {
    const { token: as } = (await signIn('nia')).body;
    const asked = await api.callLoosely('addTotp', { as });
    expect(asked.body.again?.methods).toEqual(['singleSignOn']);
    const { ticket } = asked.body.again;
    await provider.control({
      wrong: { claims: { auth_time: Math.floor(Date.now() / 1000) - 3_600 } },
    });
    const begun = await begin({ as: 'admin', for: 'again', ticket }, as);
    const returned = await provider.signIn(begun.url, 'nia');
    const refused = await finish({ ...returned, flow: begun.flow }, as);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Harbour Login did not ask you to sign in again just now',
    ]);
  });

  it('nobody begins them without a session', async () => {
    expect((await begin({ as: 'admin', for: 'link' })).status).toBe(401);
    expect((await begin({ as: 'admin', for: 'again' })).status).toBe(400);
  });
});

describe('OIDC_ONLY', () => {
  let only: TestServer;
  const password = 'Kelp-Harbour-31';
  beforeAll(async () => {
    only = await buildTestServer(
      provider.settings({
        OIDC_ADMINS: 'groups=office',
        OIDC_ONLY: 'on',
        WRITES_PER_MINUTE: '100000',
      }),
    );
  });
  afterAll(() => only?.close());

  it('the oldest administrator needs a second factor; others hear it after a right password only', async () => {
    const oldest = await only.callLoosely('adminSignIn', {
      body: { email: adminEmail, password: 'harbour-lights-9' },
    });
    expect([oldest.status, oldest.body.mustSetUp]).toEqual([200, ['secondFactor']]);
    await addAuthenticator(only, oldest.body.token);
    const as = oldest.body.token;
    const email = 'pat@example.com';
    const made = await only.callLoosely('addAdmin', {
      as,
      body: { email, fullName: 'Pat', role: 'admin', password },
    });
    expect(made.status, made.text).toBe(200);
    const signInAs = (typed: string) =>
      only.callLoosely('adminSignIn', { body: { email, password: typed } });
    const right = await signInAs(password);
    expect([right.status, right.body.message]).toEqual([
      403,
      'A password is not enough here: sign in with Harbour Login',
    ]);
    expect((await signInAs('wrong-password-1')).status).toBe(401);
    await only.db.updateTable('admin').set({ local: 'on' }).where('email', '=', email).execute();
    const local = await signInAs(password);
    expect([local.status, local.body.mustSetUp]).toEqual([200, ['password', 'secondFactor']]);
  });

  it('single sign-on needs no second factor, and owners sign in as before', async () => {
    const answer = await signIn('nia', { as: 'admin' }, only);
    expect([answer.status, answer.body.mustSetUp], answer.text).toEqual([200, undefined]);
    expect(
      (
        await only.callLoosely('createNewUser', {
          as: answer.body.token,
          body: sampleUserForm({ userId: 'ada' }),
        })
      ).status,
    ).toBe(200);
    const owner = await only.callLoosely('userSignIn', {
      body: { userID: 'ada', password: sampleUserForm().password },
    });
    expect(owner.status).toBe(200);
  });
});

it('with OIDC_OWNERS=create an owner is made, whose address fits into a user id', async () => {
  const making = await buildTestServer(provider.settings({ OIDC_OWNERS: 'create' }));
  try {
    const made = await signIn('ada', { as: 'user' }, making);
    expect([made.status, made.body.user?.userID], made.text).toEqual([200, 'ada@owners.example']);
    const refused = await signIn('long', { as: 'user' }, making);
    expect(refused.status, refused.text).toBe(403);
    expect(refused.body.message).toMatch(/^Your e-mail address has more than 100 characters/);
    const owners = await making.db.selectFrom('app_user').select('userID').execute();
    expect(owners).toEqual([{ userID: 'ada@owners.example' }]);
  } finally {
    await making.close();
  }
});

it('with OIDC_ONLY a passkey opens no account for which a password is not enough', async () => {
  const server = await buildTestServer({
    ...provider.settings({ OIDC_ADMINS: 'groups=office', OIDC_ONLY: 'on' }),
    OFFICE_ADDRESS: ofPasskeys.origin,
  });
  try {
    const oldest = { email: adminEmail, password: 'harbour-lights-9' };
    const { body } = await server.call('adminSignIn', { body: oldest });
    const as = body.token;
    const { authenticator } = await addPasskey(server, as);
    const signInByPasskey = async () => {
      const { data } = passkeyAsked.parse((await server.call('signInWithPasskey')).body);
      const passkey = authenticator.use(data.options);
      return server.callLoosely('signInWithFactor', { body: { ticket: data.ticket, passkey } });
    };
    expect((await signInByPasskey()).status, 'the oldest administrator').toBe(200);
    const pat = { email: 'pat@example.com', fullName: 'Pat', password: 'Kelp-Harbour-31' };
    const added = await server.call('addAdmin', { as, body: { ...pat, role: 'admin' } });
    expect(added.status, added.text).toBe(200);
    const later = Date.now() + 60_000;
    const admins = server.db.updateTable('admin').set({ createdAt: later });
    await admins.where('email', '=', adminEmail).execute();
    const refused = await signInByPasskey();
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'A passkey is not enough here: use single sign-on',
    ]);
  } finally {
    await server.close();
  }
});

it('without the settings nothing is offered', async () => {
  const plain = await buildTestServer();
  try {
    expect((await plain.call('getWays')).body.data).toMatchObject({ singleSignOn: null });
    expect((await begin({ as: 'admin' }, undefined, plain)).status).toBe(404);
  } finally {
    await plain.close();
  }
});

describe('after a refusal, and signing out', () => {
  const asking = async (at: TestServer, body: object) =>
    new URL((await begin(body, undefined, at)).url).searchParams;

  it('the provider lets the person choose another account', async () => {
    expect((await asking(api, { as: 'admin' })).get('prompt')).toBeNull();
    const asked = await asking(api, { as: 'admin', chooseAccount: true });
    expect(asked.get('prompt')).toBe('select_account');
  });

  it('only with OIDC_SIGN_OUT, and for a session of single sign-on, the answer has the page of the provider', async () => {
    await provider.control({ offers: { signOut: true } });
    const leaving = await buildTestServer({
      ...provider.settings({ OIDC_ADMINS: 'groups=office', OIDC_OWNERS: 'create' }),
      OIDC_SIGN_OUT: 'on',
    });
    try {
      const { token } = (await signIn('nia', { as: 'admin' }, leaving)).body;
      const ended = await leaving.call('signOut', { as: token });
      const page = new URL(ended.body.leaveTo);
      expect(page.href.startsWith(`${provider.issuer}/`)).toBe(true);
      expect(Object.fromEntries(page.searchParams)).toEqual({
        client_id: 'adwarden',
        post_logout_redirect_uri: `${office}/admin/login`,
      });
      const owner = (await signIn('ada', { as: 'user' }, leaving)).body.token;
      const back = new URL((await leaving.call('signOut', { as: owner })).body.leaveTo);
      expect(back.searchParams.get('post_logout_redirect_uri')).toBe(`${office}/login`);
      const plain = { status: 'success', success: true, message: 'Signed out', data: null };
      expect((await leaving.call('signOut', { as: token })).body).toEqual(plain);
      const as = await leaving.signInAdmin();
      expect((await leaving.call('signOut', { as })).body).toEqual(plain);
      const without = (await signIn('nia')).body.token;
      expect((await api.call('signOut', { as: without })).body).toEqual(plain);
    } finally {
      await leaving.close();
      await provider.control({ offers: {} });
    }
  });

  it('a provider that hangs does not hold up a sign-out, and one that names no such page is left alone', {
    timeout: 30_000,
  }, async () => {
    const settings = {
      ...provider.settings({ OIDC_ADMINS: 'groups=office' }),
      OIDC_SIGN_OUT: 'on',
    };
    const server = await buildTestServer(settings);
    const next = await buildTestServer({
      ...server.place,
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: 'harbour-lights-9',
      ...settings,
    });
    try {
      const one = (await signIn('nia', { as: 'admin' }, server)).body.token;
      const other = (await signIn('nia', { as: 'admin' }, server)).body.token;
      expect((await server.call('signOut', { as: one })).body.leaveTo).toBeUndefined();
      // This node has not asked the provider yet.
      await provider.control({ wrong: { hangsAt: '/.well-known' } });
      const before = performance.now();
      const ended = await next.call('signOut', { as: other });
      expect([ended.status, ended.body.leaveTo]).toEqual([200, undefined]);
      expect(performance.now() - before).toBeLessThan(4_000);
    } finally {
      await next.stop();
      await server.close();
    }
  });
});
