import { adsCalls } from '@adwarden/contract/ads';
import type { Call } from '@adwarden/contract/call';
import { type CallName, calls } from '@adwarden/contract/calls';
import { failure } from '@adwarden/contract/envelope';
import type { KeyScope } from '@adwarden/contract/people/people';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { fastify } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refuseUndeclaredRoutes } from '../../src/http/actor.ts';
import { createReachedOfCalls } from '../../src/http/reached.ts';
import { type BackOffice, contractRoute } from '../../src/http/route.ts';
import { createLogger } from '../../src/kit/logger.ts';
import { newKeyText } from '../../src/people/key-text.ts';
import { buildServer } from '../../src/server.ts';
import { buildTestServer, type TestServer } from '../servers/build-test-server.ts';
import { addViewer } from '../servers/second-admin.ts';

/*
 * The table of access: every call of the contract × nobody, an owner, another owner, a viewer, an administrator, and a key of
 * each scope of these people (ADR 28 "Who may call", ADR 123, ADR 129).
 */

let adwarden: TestServer;
/** The bearer tokens of everybody in the table. */
const tokens = {} as Record<Caller, string | undefined>;
/** An app of the first owner, whose id stands in each path. */
let appID: string;

const people = ['nobody', 'owner', 'other owner', 'viewer', 'administrator'] as const;
type PersonOf = (typeof people)[number];
/** The people with keys, each with the scopes that their keys may have. */
const keysOf = {
  owner: ['read', 'apps', 'pauses', 'import'],
  'other owner': ['read', 'apps', 'pauses', 'import'],
  viewer: ['read'],
  administrator: ['read', 'apps', 'users', 'pauses', 'import'],
} as const;
type KeyOf = {
  [Who in keyof typeof keysOf]: `${Who}, key: ${(typeof keysOf)[Who][number]}`;
}[keyof typeof keysOf];
type Caller = PersonOf | KeyOf;
const keys = Object.entries(keysOf).flatMap(([who, scopes]) =>
  scopes.map((scope) => ({
    who: who as keyof typeof keysOf,
    scope: scope as KeyScope,
    name: `${who}, key: ${scope}` as KeyOf,
  })),
);
const callers: readonly Caller[] = [...people, ...keys.map(({ name }) => name)];

beforeAll(async () => {
  adwarden = await buildTestServer();
  const admin = await adwarden.signInAdmin();
  const signInOwner = async (userId: string) => {
    const form = sampleUserForm({ userId });
    await adwarden.call('createNewUser', { as: admin, body: form });
    return adwarden.signInUser(userId, form.password);
  };
  const owner = await signInOwner('ada');
  const { body } = await adwarden.call('addApp', { as: owner, body: sampleAppForm() });
  ({ appID } = body.data);
  const { token: viewer } = await addViewer(adwarden);
  const other = await signInOwner('eve');
  Object.assign(tokens, { owner, 'other owner': other, viewer, administrator: admin });
  for (const { who, scope, name } of keys) {
    const made = await adwarden.call('addApiKey', {
      as: tokens[who],
      body: { name: `Key for ${scope}`, scopes: [scope] },
    });
    expect(made.status, made.text).toBe(200);
    tokens[name] = made.body.key;
  }
});
afterAll(() => adwarden.close());

const names = Object.keys(calls) as CallName[];
const routesFor = (...who: string[]) => names.filter((name) => who.includes(calls[name].who));

/** Sends a call with a broken body: code that looks at the body before the session is found out. */
const call = (name: CallName, authorization?: string) =>
  adwarden.inject({
    method: calls[name].method,
    url: calls[name].path.replace(/:\w+/, appID),
    ...(calls[name].method !== 'GET' && { payload: '{"broken' }),
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
  });

/**
 * The only calls that viewers may make and that are no GET: their own password and views, a test that changes nothing, a file, a
 * search that is too long for an address, the ten minutes in which Connect shows answers, own keys, own sessions, and own second
 * factors.
 */
const openToViewers = [
  'adminChangePassword',
  'addView',
  'updateView',
  'deleteView',
  'testAds',
  'exportSelectedApps',
  'addPastedList',
  'connectApp',
  'addApiKey',
  'endApiKey',
  'endSession',
  'endOtherSessions',
  'addTotp',
  'confirmTotp',
  'addPasskey',
  'confirmPasskey',
  'renewRecoveryCodes',
  'removeFactor',
  'confirmAgain',
];
/** GETs that viewers may not make: whole passwords, and what belongs to making changes. */
const closedToViewers = ['getUserPassword', 'getBatchPreview', 'getImportTemplate'];

/** The writes that keys may make with each scope; every other call that is no GET is closed to them. */
const openToKeys: Record<KeyScope, CallName[]> = {
  read: [],
  apps: [
    'addApp',
    'updateApp',
    'deleteApp',
    'rotateToken',
    'revokeOldTokens',
    'endOldToken',
    'addConfigureApp',
    'updateConfigureApp',
    'deleteConfigureApp',
    'createChangeRequest',
    'cancelChangeRequest',
  ],
  users: ['createNewUser', 'updateUser', 'deleteUser'],
  pauses: ['startPause', 'endPause'],
  import: [
    'previewBatch',
    'startBatch',
    'cancelBatch',
    'undoBatch',
    'readImportColumns',
    'importApps',
    'takeImportRows',
  ],
};
/** GETs that no key may make: whole passwords, administrators, keys, sessions, and second factors. */
const closedToKeys = ['getUserPassword', 'getAdmins', 'getApiKeys', 'getSessions', 'getFactors'];

/** The rules: who may make a call. They are written apart from `mayCall`, which decides. */
function expected(name: CallName, caller: Caller): 'open' | 'sign in' | 'refused' {
  const key = keys.find((one) => one.name === caller);
  if (!key) return expectedOfPerson(name, caller as PersonOf);
  const { who, method }: Call = calls[name];
  const ofPerson = expectedOfPerson(name, key.who);
  if (who === 'anyone' || ofPerson === 'refused') return ofPerson;
  if (method !== 'GET') return openToKeys[key.scope].includes(name) ? 'open' : 'refused';
  return key.scope === 'read' && !closedToKeys.includes(name) ? 'open' : 'refused';
}

function expectedOfPerson(name: CallName, caller: PersonOf): 'open' | 'sign in' | 'refused' {
  const { who, method }: Call = calls[name];
  if (who === 'anyone') return 'open';
  if (caller === 'nobody') return 'sign in';
  const isOwner = caller === 'owner' || caller === 'other owner';
  if (who === 'user' || who === 'admin') {
    if ((who === 'user') !== isOwner) return 'refused';
  }
  if (caller !== 'viewer') return 'open';
  if (method !== 'GET') return openToViewers.includes(name) ? 'open' : 'refused';
  return closedToViewers.includes(name) ? 'refused' : 'open';
}

describe.each(callers)('%s', (caller) => {
  test.each(names.map((name) => [name, expected(name, caller)] as const))(
    '%s: %s',
    async (name, answer) => {
      const token = tokens[caller];
      const { status, body, text } = await call(name, token && `Bearer ${token}`);
      if (answer === 'sign in') {
        expect(status, text).toBe(401);
        expect(failure.parse(body).token).toBe(false);
      } else if (answer === 'refused') {
        expect(status, text).toBe(403);
        expect(failure.parse(body)).not.toHaveProperty('token');
      } else {
        // The list refuses whoever opens an owner’s list in the name of an app, and nobody signs in with a broken body.
        const isOwnList = name === 'getApp';
        // Who is asked again may make the call.
        const isAsked = status === 403 && failure.parse(body).again !== undefined;
        if (!isOwnList && !isAsked) expect([401, 403], text).not.toContain(status);
        const isAbout = calls[name].path.includes(':') && caller.startsWith('other owner');
        if (isAbout) expect(status, text).not.toBe(200);
      }
    },
  );
});

describe.each(routesFor('admin', 'user', 'signed-in'))('%s', (name) => {
  test.each([
    ['a malformed bearer', 'Bearer x'],
    ['another scheme', 'Basic YTpi'],
    ['an unknown bearer', `Bearer ${'x'.repeat(43)}`],
    ['an unknown API key', `Bearer ${newKeyText()}`],
    ['an API key with a wrong checksum', `Bearer adw_${'0'.repeat(40)}`],
    ['a bearer that never ends', `Bearer ${'x'.repeat(5000)}`],
  ])('%s is asked to sign in', async (_, authorization) => {
    const { status, body, text } = await call(name, authorization);
    expect(status, text).toBe(401);
    expect(failure.parse(body).token).toBe(false);
  });
});

test('a route that does not say who may call it is refused when it is registered', async () => {
  const server = fastify() as unknown as BackOffice;
  refuseUndeclaredRoutes(server);
  const handler = async () => 'secret';
  expect(() => server.get('/forgotten', handler)).toThrow('GET /forgotten does not say who');
  expect(() => server.get('/docsish', handler)).toThrow('does not say who');
  for (const who of ['admin', 'signed-in'] as const) {
    expect(() => server.get('/viewers', { config: { who } }, handler)).toThrow(
      'GET /viewers does not say whether viewers may call it',
    );
  }
  for (const config of [{ who: 'admin', viewers: true } as const, { who: 'user' } as const]) {
    expect(() => server.get('/keys', { config }, handler)).toThrow(
      'GET /keys does not say whether API keys may call it',
    );
  }
  const config = { who: 'admin', viewers: false, keys: 'read' } as const;
  server.get('/declared', { config }, handler);
  server.get('/owners', { config: { who: 'user', keys: false } }, handler);
  server.get('/open', { config: { open: true } }, handler);
  await server.ready();
});

const buildWith = (features: (server: BackOffice) => void) =>
  buildServer({
    logger: createLogger('silent'),
    version: '0',
    basePath: '',
    addresses: { of: () => '', isFromProxy: () => false, isBehindStranger: () => false },
    away: () => '',
    warnOfForwarded: () => {},
    findActor: async () => null,
    stillOpen: async () => new Set(),
    mustBeConfirmed: async () => {},
    spendWrite: () => {},
    isDiskFull: () => false,
    isDatabaseLost: () => false,
    reachedOfCalls: createReachedOfCalls(() => null),
    ownAnswers: [],
    metrics: new Registry(),
    webApp: { folder: 'none', facts: {}, installation: () => '' },
    features,
  });

test('the server that is built refuses one too', async () => {
  const forgotten = (server: BackOffice) => void server.get('/forgotten', async () => 'secret');
  await expect(buildWith(forgotten)).rejects.toThrow('GET /forgotten does not say who may call it');
});

test('a call of the contract without a route is named at the start', async () => {
  const except = (left: string) => (server: BackOffice) => {
    for (const [name, call] of Object.entries<Call>(calls)) {
      if (name === left || name in adsCalls) continue;
      server.route({ ...contractRoute(call), handler: async () => null as never });
    }
  };
  await buildWith(except(''));
  await expect(buildWith(except('endPause'))).rejects.toThrow(
    'No route for these calls of the contract: endPause (POST /pauses/:id/end)',
  );
});
