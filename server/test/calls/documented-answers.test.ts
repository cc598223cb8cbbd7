import type { Call } from '@adwarden/contract/call';
import { type CallName, calls } from '@adwarden/contract/calls';
import { requestBodies } from '@adwarden/contract/named';
import type { BodyOf } from '@adwarden/contract/request';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { sha256 } from '../../src/kit/ids.ts';
import { fileForm } from '../samples/file-form.ts';
import { type AppServer, openAppServer } from '../servers/app-server.ts';
import { adminPassword } from '../servers/calls.ts';
import { inHours } from '../servers/change-request-server.ts';
import { createAuthenticator } from '../servers/passkeys.ts';
import { addSecondAdmin, addViewer } from '../servers/second-admin.ts';
import {
  addAuthenticator,
  codeOf,
  forgetSteps,
  letWriteFactors,
} from '../servers/second-factor.ts';
import { faultOf, faultOfAnswer } from './documented.ts';

/*
 * The table of answers: every call × nobody, an owner, a viewer, an administrator and somebody who must choose a password first ×
 * a right, an unknown and a foreign id × bodies of all kinds. The OpenAPI document names each status that comes, and each answer
 * fits its schema. every-call.test.ts sends generated values.
 */

const callers = ['nobody', 'owner', 'viewer', 'administrator', 'newcomer'] as const;
type Caller = (typeof callers)[number];
type Id = string | number;

let api: AppServer;
const bearers = {} as Record<Caller, string>;
/** Those who change their own passwords here. */
const passwords = {} as Record<'owner' | 'viewer' | 'administrator', string>;
const emails: Partial<Record<Caller, string>> = {};
let adminId = '';
const newcomer = { email: 'new@example.com', password: 'harbour-lights-8' };

async function signIn(caller: Caller): Promise<void> {
  if (caller === 'nobody') return;
  await forgetFactors();
  if (caller === 'owner') bearers.owner = await api.signInUser('ada', passwords.owner);
  else {
    const password = caller === 'newcomer' ? newcomer.password : passwords[caller];
    const body = { email: emails[caller] ?? '', password };
    const answer = await api.call('adminSignIn', { body });
    expect(answer.status, answer.text).toBe(200);
    bearers[caller] = answer.body.token;
  }
}

beforeAll(async () => {
  api = await openAppServer({ WRITES_PER_MINUTE: '100000', WEBHOOK_PRIVATE: 'on' });
  await addViewer(api);
  const admins = await api.db.selectFrom('admin').select(['id', 'email', 'role']).execute();
  for (const { id, email, role } of admins) {
    emails[role === 'viewer' ? 'viewer' : 'administrator'] = email;
    if (role !== 'viewer') adminId = id;
  }
  const body = { ...newcomer, fullName: 'New', role: 'admin' } as const;
  expect((await api.call('addAdmin', { as: api.admin, body })).status).toBe(200);
  emails.newcomer = newcomer.email;
  const [owner, admin] = [api.ownersPassword, adminPassword];
  Object.assign(passwords, { owner, viewer: admin, administrator: admin });
  for (const caller of callers) await signIn(caller);
  makers.admin = (await addSecondAdmin(api, 'Maker Quay')).token;
  makers.eve = api.eve;
  await signInAda();
});
afterAll(() => api?.close());

/** The sessions that make what the calls are about. They are not those of the callers, which calls end. */
const makers = { admin: '', ada: '', eve: '' };
const signInAda = async () => {
  await forgetFactors();
  makers.ada = await api.signInUser('ada', passwords.owner);
};
/** Whoever makes something of the caller's own. */
const ownOf = (caller: Caller) =>
  caller === 'owner' ? makers.ada : caller === 'administrator' ? bearers[caller] : makers.admin;

async function must<N extends CallName>(name: N, request: object) {
  const answer = await api.callLoosely(name, request);
  expect([200, 202], `${name}: ${answer.text}`).toContain(answer.status);
  return answer.body;
}

let number = 0;
const fresh = (word: string) => {
  number += 1;
  return `${word}${number}`;
};

const app = async (as: string): Promise<string> =>
  (await must('addApp', { as, body: sampleAppForm({ appName: fresh('Tide Clock ') }) })).data.appID;
const rotated = async (as: string) => {
  const id = await app(as);
  await must('rotateToken', { as, id, body: {} });
  return id;
};
const configured = async (as: string) => {
  const id = await app(as);
  await must('addConfigureApp', { as: makers.admin, body: { id, country: 'IN' } });
  return id;
};
const owner = async () =>
  (await must('createNewUser', { as: makers.admin, body: sampleUserForm({ userId: fresh('o') }) }))
    .data.id as string;
const anAdmin = async () => {
  const body = {
    email: `${fresh('nia')}@example.com`,
    fullName: 'Nia',
    role: 'admin',
    invite: true,
  };
  return (await must('addAdmin', { as: makers.admin, body })).data.id as string;
};
const preview = async (as: string) => {
  const select = { appIDs: [await app(as)] };
  const body = { select, change: { set: { note: fresh('note ') } } };
  return (await must('previewBatch', { as, body })).data.previewID as string;
};
const batch = async (as: string) => {
  const body = { previewID: await preview(as) };
  const { id } = (await must('startBatch', { as, body })).data.batch;
  const state = async () => (await must('getBatch', { as, id })).data.batch.state;
  await expect.poll(state, { interval: 10 }).not.toBe('running');
  return id as string;
};
const scheduled = async (as: string) => {
  const body = { appID: await app(as), changes: { note: 'later' }, at: inHours(1) };
  return (await must('createChangeRequest', { as, body })).data.id as string;
};
/** A change that waits for approval. */
const waiting = async (as: string) => {
  const body = { appID: await app(as), changes: { note: 'asked' }, at: inHours(1) };
  const { id } = (await must('createChangeRequest', { as, body })).data;
  const approval = { approval: 'on', state: 'in-review' } as const;
  await api.db.updateTable('change_request').set(approval).where('id', '=', id).execute();
  return id as string;
};
const pause = async (as: string) => {
  const body = { scope: 'app', value: await app(as), reason: 'A look' };
  return (await must('startPause', { as, body })).data.id as string;
};
const view = async (as: string) =>
  (await must('addView', { as, body: { list: 'apps', name: fresh('View ') } })).data.id as string;
const webhook = async () => {
  const body = { url: 'http://127.0.0.1:1/', events: ['change.app'], enabled: false };
  return (await must('addWebhook', { as: makers.admin, body })).data.id as string;
};
/** There may be few webhooks. */
let kept: Promise<string> | undefined;
const sameWebhook = () => {
  kept ??= webhook();
  return kept;
};
const apiKey = async (as: string) => {
  const body = { name: fresh('Key '), scopes: ['read'] };
  return (await must('addApiKey', { as, body })).data.id as string;
};
/** A sign-in without the second step. */
const forgetFactors = () => api.db.deleteFrom('factor').execute();
const factor = async (as: string) => {
  await forgetFactors();
  return (await addAuthenticator(api, as)).id;
};
/** Begins to set up a passkey, and returns what confirms it. */
async function beginningPasskey(as: string) {
  await forgetFactors();
  await letWriteFactors(api.db);
  const { id, options } = (await must('addPasskey', { as })).data;
  const { passkeyOrigin: origin } = (await must('getWays', {})).data;
  const made = createAuthenticator().make(options, { origin, host: 'localhost' });
  return { id, name: fresh('Key '), response: made };
}
/** Gives an account a second factor, without a session of it. */
async function withFactor(kind: 'admin' | 'user', accountId: string): Promise<string> {
  const row = { id: fresh('factor'), kind, accountId, method: 'totp' as const, name: 'App' };
  const rest = { secretSealed: '', createdAt: 1, confirmedAt: 1, lastUsedAt: null };
  await api.db
    .insertInto('factor')
    .values({ ...row, ...rest })
    .execute();
  return accountId;
}
/** Links an account to one at the provider of single sign-on. */
async function linked(kind: 'admin' | 'user', accountId: string): Promise<string> {
  const there = { issuer: 'https://login.example.com', subject: fresh('sub') };
  const row = { kind, accountId, ...there, roleFrom: 'office' as const, createdAt: 1 };
  await api.db.insertInto('oidc_binding').values(row).execute();
  return accountId;
}
const linkedAdmin = async () => linked('admin', await anAdmin());
const linkedOwner = async () => linked('user', await owner());
const ownerWithFactor = async () => withFactor('user', await owner());
const adminWithFactor = async () => withFactor('admin', await anAdmin());
/** The second step of an owner's sign-in. */
async function stepOfOwner() {
  const body = sampleUserForm({ userId: fresh('o') });
  await must('createNewUser', { as: makers.admin, body });
  const { userId: userID = '', password } = body;
  const { secret } = await addAuthenticator(api, await api.signInUser(userID, password));
  await forgetSteps(api.db);
  const asked = await api.call('userSignIn', { body: { userID, password } });
  return { ticket: asked.body.secondFactor.ticket as string, code: codeOf(secret) };
}
async function beginning(as: string) {
  await letWriteFactors(api.db);
  const { id, secret } = (await must('addTotp', { as })).data;
  return { id: id as string, code: codeOf(secret) };
}
/** A person may have few keys. */
let keptKey: Promise<string> | undefined;
const sameKey = () => {
  keptKey ??= apiKey(makers.admin);
  return keptKey;
};
/** Another session of the person of a bearer. */
const session = async (as: string) => {
  const sessions = api.db.selectFrom('session').select(['kind', 'accountId', 'createdAt']);
  const own = await sessions.where('tokenHash', '=', sha256(as)).executeTakeFirstOrThrow();
  const id = fresh('session');
  const row = { ...own, id, tokenHash: id, lastSeenAt: Date.now() };
  await api.db.insertInto('session').values(row).execute();
  return id;
};
const pasted = async (as: string) =>
  (await must('addPastedList', { as, body: { terms: [fresh('term ')] } })).data.id as string;
const entry = async (as: string) => {
  const id = await app(as);
  return (await must('updateApp', { as, id, body: { note: 'newer' } })).data.version as number;
};

type Ids = { right(caller: Caller): Promise<Id>; foreign(caller: Caller): Promise<Id> };
/** Things of owners: the caller's and somebody else's. */
const ofOwners = (make: (as: string) => Promise<Id>): Ids => ({
  right: () => make(makers.ada),
  foreign: () => make(makers.eve),
});
/** Things that each person has. */
const ofEach = (make: (as: string) => Promise<Id>): Ids => ({
  right: (caller) => make(ownOf(caller)),
  foreign: () => make(makers.eve),
});
/** Things that administrators look after: nothing is foreign to them. */
const ofAll = (make: () => Promise<Id>): Ids => ({ right: make, foreign: make });

/** Things that viewers have, too. */
const ofViewers = (make: (as: string) => Promise<Id>): Ids => ({
  ...ofEach(make),
  right: (caller) => make(caller === 'viewer' ? bearers.viewer : ownOf(caller)),
});

type With<Part extends 'params' | 'body'> = {
  [N in CallName]: (typeof calls)[N] extends Record<Part, z.ZodType> ? N : never;
}[CallName];

/** The ids of each call that has one in its path. */
const ids: Record<With<'params'>, Ids> = {
  updateAdmin: { right: anAdmin, foreign: async () => adminId },
  removeAdmin: { right: anAdmin, foreign: async () => adminId },
  getUserPassword: ofAll(owner),
  updateUser: ofAll(owner),
  inviteUser: ofAll(owner),
  removeUserFactors: ofAll(ownerWithFactor),
  unbindAdmin: { right: linkedAdmin, foreign: async () => adminId },
  unbindUser: ofAll(linkedOwner),
  removeAdminFactors: { right: adminWithFactor, foreign: async () => adminId },
  deleteUser: ofAll(owner),
  getApp: { right: async () => 'ada', foreign: async () => 'eve' },
  updateApp: ofOwners(app),
  deleteApp: ofOwners(app),
  rotateToken: ofOwners(app),
  getOldTokens: ofOwners(rotated),
  revokeOldTokens: ofOwners(rotated),
  endOldToken: ofOwners(rotated),
  getIpRules: ofOwners(app),
  getPastedList: ofEach(pasted),
  updateConfigureApp: ofOwners(configured),
  deleteConfigureApp: ofOwners(configured),
  getAppUsage: ofOwners(app),
  getAppTraffic: ofOwners(app),
  getTokenUses: ofOwners(app),
  testAds: ofOwners(app),
  forgetEdge: ofAll(async () => 'harbour'),
  connectApp: ofOwners(app),
  getConnection: ofOwners(app),
  previewRestore: ofOwners(entry),
  restoreChange: ofOwners(entry),
  previewUndo: ofOwners(entry),
  undoChange: ofOwners(entry),
  getPauseEnding: ofOwners(pause),
  endPause: ofOwners(pause),
  getChangeRequest: ofOwners(scheduled),
  correctChangeRequest: ofOwners(waiting),
  cancelChangeRequest: ofOwners(scheduled),
  approveChangeRequest: ofOwners(waiting),
  rejectChangeRequest: ofOwners(waiting),
  applyChangeRequest: ofOwners(scheduled),
  getBatchPreview: ofEach(preview),
  getBatch: ofEach(batch),
  getBatchApps: ofEach(batch),
  cancelBatch: ofEach(batch),
  undoBatch: ofEach(batch),
  updateView: ofViewers(view),
  deleteView: ofViewers(view),
  updateApiKey: ofAll(sameKey),
  endApiKey: ofViewers(apiKey),
  endSession: ofViewers(session),
  removeFactor: ofViewers(factor),
  updateWebhook: ofAll(sameWebhook),
  deleteWebhook: ofAll(webhook),
  testWebhook: ofAll(sameWebhook),
  getDeliveries: ofAll(sameWebhook),
  sendAgain: ofAll(sameWebhook),
  getAccount: ofAll(async () => sampleAppForm().accountName ?? ''),
  updateAccount: ofAll(async () => sampleAppForm().accountName ?? ''),
};

type File = { file: string; fields?: Record<string, string> };
type Minimal<N extends CallName> = (typeof calls)[N] extends { takesFile: true }
  ? File
  : BodyOf<(typeof calls)[N]>;

const table = 'App Name,Package Name,Category,App Status,Ads Status,Visible Extra,IP Address\n';
const confirmed = (password: string) => ({ newPassword: password, confirmPassword: password });
const change = { set: { note: 'all' } };
/** A password that is not the one of now. */
const another = (caller: Caller) =>
  passwords[caller as 'owner'] === 'Kelp-Tide-99' ? 'Kelp-Tide-98' : 'Kelp-Tide-99';

/** The smallest body with which each call that has one does something. */
const minimal: {
  [N in With<'body'>]: (id: Id, caller: Caller) => Minimal<N> | Promise<Minimal<N>>;
} = {
  adminSignIn: () => ({ email: emails.administrator ?? '', password: passwords.administrator }),
  userSignIn: () => ({ userID: 'ada', password: passwords.owner }),
  signOut: () => ({}),
  adminChangePassword: (_, caller) => ({
    oldPassword: passwords[caller as 'viewer'] ?? 'none',
    ...confirmed(another(caller)),
  }),
  userChangePassword: (_, caller) => ({
    oldPassword: passwords.owner,
    ...confirmed(another(caller)),
  }),
  lookAtInvitation: async () => ({ token: await tokenOfLink() }),
  acceptInvitation: async () => ({
    token: await tokenOfLink(),
    password: 'Kelp-Tide-97',
    confirmPassword: 'Kelp-Tide-97',
  }),
  addAdmin: () => ({
    email: `${fresh('nia')}@example.com`,
    fullName: 'Nia Quay',
    role: 'viewer',
    invite: true,
  }),
  updateAdmin: () => ({ fullName: 'Nia Quay' }),
  createNewUser: () => ({ fullName: 'Ada', position: 'Lead', userId: fresh('o'), invite: true }),
  updateUser: () => ({ position: fresh('Lead ') }),
  addApp: () => sampleAppForm(),
  updateApp: () => ({ note: fresh('note ') }),
  rotateToken: () => ({}),
  endOldToken: async (id) => {
    const { oldTokens } =
      (await api.call('getOldTokens', { as: makers.admin, id: String(id) })).body.data ?? {};
    return { since: oldTokens?.[0]?.since ?? inHours(0) };
  },
  addPastedList: () => ({ terms: ['tide'] }),
  addConfigureApp: async () => ({ id: await app(makers.ada), country: 'IN' }),
  updateConfigureApp: () => ({ country: 'DE' }),
  updateAPIMethod: () => ({ apiMethod: 'local' }),
  updateIPInfoToken: () => ({ ipInfoToken: '' }),
  updateVPNAPIKey: () => ({ VPNAPIKey: '' }),
  testAds: () => ({ country: 'IN' }),
  checkApp: () => ({}),
  muteFinding: () => ({ appID: 'none', rule: 'no-ad-unit', reason: 'Known' }),
  unmuteFinding: () => ({ appID: 'none', rule: 'no-ad-unit' }),
  restoreChange: () => ({}),
  undoChange: () => ({}),
  startPause: async () => ({ scope: 'app', value: await app(makers.ada), reason: 'A look' }),
  getPauseBeginning: async () => ({ scope: 'apps', appIDs: [await app(makers.ada)] }),
  endPause: () => ({}),
  createChangeRequest: async () => ({
    appID: await app(makers.ada),
    changes: { note: 'later' },
    at: inHours(1),
  }),
  correctChangeRequest: () => ({ changes: { note: fresh('corrected ') } }),
  rejectChangeRequest: () => ({ reason: 'Not now' }),
  previewBatch: async () => ({ select: { appIDs: [await app(makers.ada)] }, change }),
  startBatch: async (_id, caller) => ({ previewID: await preview(ownOf(caller)) }),
  exportSelectedApps: () => ({ where: {} }),
  readImportColumns: () => ({ file: `${table}Tide,com.tide,Weather,live,on,off,off` }),
  importApps: () => ({ file: `${table}Tide,com.tide,Weather,live,on,off,off` }),
  takeImportRows: () => ({
    file: `${table}Tide,com.tide,Weather,live,on,off,off`,
    fields: { rows: '2' },
  }),
  addView: () => ({ list: 'apps', name: fresh('View ') }),
  updateView: () => ({ sort: 'appName' }),
  addWebhook: () => ({ url: 'http://127.0.0.1:1/', events: ['pause.began'], enabled: false }),
  updateWebhook: () => ({ name: 'Operations' }),
  sendAgain: () => ({ deliveryID: 'none' }),
  signInWithFactor: stepOfOwner,
  // No provider is set up.
  beginSingleSignOn: () => ({ as: 'admin' }),
  finishSingleSignOn: () => ({ code: 'code', state: 'state', flow: 'flow' }),
  confirmAgain: async (_, caller) => {
    await api.db.updateTable('session').set({ factorWriteUntil: null }).execute();
    const asked = await api.call('addTotp', { as: bearers[caller] });
    const { ticket = 'none' } = asked.body.again ?? {};
    return { ticket, password: passwords[caller as 'owner'] ?? newcomer.password };
  },
  confirmTotp: (_, caller) => beginning(bearers[caller] ?? makers.admin),
  addPasskey: () => ({}),
  confirmPasskey: (_, caller) => beginningPasskey(bearers[caller] ?? makers.admin),
  addApiKey: () => ({ name: fresh('Key '), scopes: ['read'] }),
  updateApiKey: () => ({ enabled: true }),
  readBell: () => ({}),
  updateMail: () => ({ subscribed: false }),
  updateAccount: () => ({ extraLines: '# kelp' }),
  checkAppAds: () => ({ url: 'harbour.invalid' }),
};

/** The queries of calls that need one. */
const queries: Partial<Record<CallName, Record<string, string>>> = {
  getFilterValues: { field: 'appStatus' },
  getViews: { list: 'apps' },
};

async function tokenOfLink(): Promise<string> {
  const { invitation } = await must('inviteUser', { as: makers.admin, id: await owner() });
  return invitation.link.split('#')[1];
}

/**
 * Calls that nobody is answered with success here: they need a mail server, an edge, a finding, a delivery, a site, a batch that
 * still runs, a database that loses its files, a change that could not be applied, or a provider of single sign-on.
 */
const neverSucceed: readonly CallName[] = [
  'forgetEdge',
  'saveCopy',
  'muteFinding',
  'unmuteFinding',
  'applyChangeRequest',
  'sendAgain',
  'cancelBatch',
  'checkAppAds',
  'testMail',
  'beginSingleSignOn',
  'finishSingleSignOn',
];

const json = { 'content-type': 'application/json' };
type Sent = {
  payload?: string | Buffer;
  headers?: Record<string, string>;
  query?: Record<string, string>;
};

/** Questions that are wrong: bodies as bytes and headers. */
const wrong: Record<string, Sent> = {
  'a wrong query': { query: { page: '-1', tide: 'high' } },
  'broken JSON': { payload: '{"broken', headers: json },
  'another type': { payload: 'text', headers: { 'content-type': 'text/x-tide' } },
  'too much': { payload: JSON.stringify({ x: 'x'.repeat(100_000) }), headers: json },
  'an empty object': { payload: '{}', headers: json },
};

const wrongBodies = Object.keys(wrong).filter((what) => what !== 'a wrong query');

/** The parts of the table for ids that are not right: the wrong bodies are wrong whatever the id. */
const few = ['none', 'another type', 'the smallest'];

/** The name in the document of a body, and the body; null for a form. */
function documentedBody(name: CallName, body: unknown): string | null {
  const call: Call = calls[name];
  const named = requestBodies.get(call.shownBody ?? (call.body as z.ZodType));
  return faultOf(named?.id ?? '', body);
}

async function smallest(name: With<'body'>, id: Id, caller: Caller): Promise<Sent> {
  const body = await minimal[name](id, caller);
  const { takesFile }: Call = calls[name];
  if (takesFile) {
    const { file, fields } = body as File;
    const { payload, headers } = fileForm(bearers[caller] ?? '', { content: file }, fields);
    return { payload, headers };
  }
  expect(documentedBody(name, body), name).toBeNull();
  return { payload: JSON.stringify(body), headers: json };
}

const hasBody = (name: CallName): name is With<'body'> => name in minimal;
const hasId = (name: CallName): name is With<'params'> => name in ids;

async function send(name: CallName, id: Id, caller: Caller, sent: Sent) {
  const { method, path, asksAgain }: Call = calls[name];
  if (asksAgain === 'always') await letWriteFactors(api.db);
  const { payload, headers, query = queries[name] } = sent;
  const bearer = bearers[caller];
  return api.inject({
    method,
    url: path.replace(/:\w+/, encodeURIComponent(id)),
    ...(query && { query }),
    ...(payload !== undefined && { payload }),
    headers: { ...headers, ...(bearer && { authorization: `Bearer ${bearer}` }) },
  });
}

const tried = (Object.keys(calls) as CallName[]).filter((name) => name !== 'getAds');

test.each(tried)('%s answers what the document says', async (name) => {
  const { method, file }: Call = calls[name];
  const faults: string[] = [];
  let succeeded = false;
  for (const caller of callers) {
    const kinds: Record<string, (caller: Caller) => Promise<Id>> = hasId(name)
      ? { right: ids[name].right, unknown: async () => '7', foreign: ids[name].foreign }
      : { right: async () => '' };
    for (const [kind, make] of Object.entries(kinds)) {
      let id = await make(caller);
      const whats = ['none', ...(method === 'GET' ? ['a wrong query'] : wrongBodies)];
      if (hasBody(name)) whats.push('the smallest');
      for (const what of kind === 'right' ? whats : whats.filter((one) => few.includes(one))) {
        const isSmallest = what === 'the smallest' && hasBody(name);
        const sent = isSmallest ? await smallest(name, id, caller) : (wrong[what] ?? {});
        const { status, body, text } = await send(name, id, caller, sent);
        const isFile = file === true && status === 200;
        const fault = faultOfAnswer(name, status, isFile ? undefined : body);
        if (fault !== null) {
          faults.push(
            `${status} for ${caller}, ${kind} id, body: ${what}: ${fault}; ${text.slice(0, 200)}`,
          );
        }
        if (status >= 300) continue;
        succeeded = true;
        if (/ChangePassword$/.test(name)) passwords[caller as 'owner'] = another(caller);
        if (method !== 'GET') id = await make(caller);
      }
      // Some calls end sessions.
      const isOver = async (as: string) => (await api.call('getCategory', { as })).status === 401;
      if (await isOver(bearers[caller])) await signIn(caller);
      if (await isOver(makers.ada)) await signInAda();
    }
  }
  expect(faults).toEqual([]);
  expect(succeeded, 'somebody is answered with success').toBe(!neverSucceed.includes(name));
});

test('each call that needs a query has one here', () => {
  const without = tried.filter((name) => {
    const { query }: Call = calls[name];
    return query && !query.safeParse(queries[name] ?? {}).success;
  });
  expect(without).toEqual([]);
});
