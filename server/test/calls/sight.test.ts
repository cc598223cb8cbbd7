import { type Call, pathOf } from '@adwarden/contract/call';
import { type CallName, calls } from '@adwarden/contract/calls';
import type { Connection } from '@adwarden/contract/connections/connections';
import { countedFilters } from '@adwarden/contract/filter-values';
import { limits } from '@adwarden/contract/limits';
import { keyScopes } from '@adwarden/contract/people/people';
import { appExportColumns } from '@adwarden/contract/spreadsheets/columns';
import { viewLists } from '@adwarden/contract/views/views';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf } from '../outside/event-stream.ts';
import { createAuthenticator } from '../servers/passkeys.ts';
import { codeOf, forgetSteps, letWriteFactors } from '../servers/second-factor.ts';
import {
  buildWorld,
  type Key,
  type Question,
  showsPasswords,
  type Word,
  type World,
} from './sight-world.ts';

/*
 * The canary test: in a world in which each person's texts are words of their own, every call that an owner may make is made as
 * each owner, and no answer may have a word of somebody else (ADR 46).
 */

let world: World;
const { callsPerMinute } = limits.apiKeys;
beforeAll(async () => {
  // The questions are more than a key may ask in a minute.
  Object.assign(limits.apiKeys, { callsPerMinute: 1_000_000 });
  world = await buildWorld();
}, 400_000);
// A failed test must not let the next one fail.
afterEach(() => void world.leaks.splice(0));
afterAll(() => {
  Object.assign(limits.apiKeys, { callsPerMinute });
  return world?.server.close();
});

const readers = ['ada', 'eve'] as const;
type Reader = (typeof readers)[number];

const appIDs = () => [...world.apps.values()].map(({ appID }) => appID);
const each = (ids: string[], query?: Question['query']): Question[] =>
  ids.map((id) => ({ id, ...(query && { query }) }));
const pages = (query: Question['query'] = {}): Question[] =>
  Array.from({ length: 12 }, (_, page) => ({ query: { ...query, page, pageSize: 25 } }));
const file = (content: string) => ({ name: 'apps.csv', content });
const columns = [...appExportColumns];

/** The questions to each call that only reads. A new call needs a line here: every way to ask it, with all ids. */
const questions: Partial<Record<CallName, (reader: Reader) => Question[]>> = {
  getCategory: () => [{}],
  getApp: (reader) => [
    ...Object.values(world.logins).map((id) => ({ id })),
    ...pages({ with: 'usage' }).map((question) => ({ ...question, id: world.logins[reader] })),
  ],
  getAds: () => appIDs().map((appID) => ({ query: { appID, authToken: 'x'.repeat(32) } })),
  appStats: () => [{}],
  getFilterValues: () => countedFilters.map((field) => ({ query: { field } })),
  getPastedList: () => each(world.pastedLists),
  getAccountNames: () => [{}, ...['a', 'e', 'kelp'].map((name) => ({ query: { name } }))],
  getUsage: () => [{ query: { days: 7 } }, {}],
  getAppUsage: () => each(appIDs()),
  getTraffic: () => [{}, { query: { step: 'hour' } }],
  exportTraffic: () => [{}, ...appIDs().map((appID) => ({ query: { appID, format: 'json' } }))],
  exportTrafficComparison: () => [{}, { query: { by: 'account', format: 'json' } }],
  getTokenUses: () => each(appIDs()),
  compareTraffic: () => [
    {},
    { query: { by: 'account', days: 7 } },
    { query: { by: 'country', of: 'on' } },
    { query: { by: 'owner' } },
  ],
  getAppTraffic: () => [...each(appIDs()), ...each(appIDs(), { step: 'hour' })],
  getOldTokens: () => each(appIDs()),
  getIpRules: () => each(appIDs()),
  getConnection: () => each(appIDs()),
  testAds: () => appIDs().map((id) => ({ id, body: { country: 'DE', vpn: false } })),
  checkApp: () => [
    ...appIDs().flatMap((appID) => [
      { body: { appID } },
      { body: { appID, accountName: 'zq harbour kelp', reward3: 'shared-unit' } },
    ]),
    { body: { accountName: 'Zq, harbour-kelp', packageName: 'com.shared.kelp' } },
    { body: { reward1: 'shared-unit' } },
  ],
  getFindings: () => [
    ...pages(),
    ...pages({ muted: 'true' }),
    ...appIDs().map((appID) => ({ query: { appID, pageSize: 100 } })),
  ],
  getAppsWithFindings: () => [
    ...pages(),
    ...pages({ muted: 'true' }),
    ...appIDs().map((appID) => ({ query: { appID, pageSize: 100 } })),
  ],
  getChanges: () => [
    ...pages(),
    ...pages({ entity: 'app' }),
    { query: { gone: 'true' } },
    ...appIDs().flatMap((key) => pages({ key }).slice(0, 3)),
    ...world.batches.map((batch) => ({ query: { batch, pageSize: 25 } })),
    { query: { actorKind: 'user' } },
  ],
  getNews: () => [{}, { query: { mark: '1' } }, { query: { mark: 'x' } }],
  getPauses: () => [
    ...pages(),
    ...pages({ state: 'ended' }),
    ...appIDs().map((appID) => ({ query: { appID, pageSize: 100 } })),
  ],
  getPauseBeginning: () => [
    { body: { scope: 'all' } },
    { body: { scope: 'apps', appIDs: appIDs() } },
    ...appIDs().map((value) => ({ body: { scope: 'app', value } })),
  ],
  getPauseEnding: () => each(world.pauses),
  getChangeRequests: () => [
    ...pages(),
    ...pages({ state: 'open', sort: 'at' }),
    ...appIDs().map((appID) => ({ query: { appID, pageSize: 100 } })),
  ],
  getChangeRequest: () => each(world.requests),
  previewBatch: () => [
    { body: { select: { where: {} }, change: { set: { adsStatus: 'off' } } } },
    { body: { select: { appIDs: appIDs() }, change: { set: { note: 'x' } } } },
    { body: { select: { appIDs: appIDs() }, change: { rotateTokens: { keepOldForDays: 1 } } } },
  ],
  getBatchPreview: () => [
    ...each(world.previews, { pageSize: 100 }),
    ...each(world.previews, { outcome: 'refused' }),
  ],
  getBatches: () => pages(),
  getBatch: () => each(world.batches),
  getBatchApps: () => each(world.batches, { pageSize: 100 }),
  exportApps: () => [
    { query: { format: 'csv', columns: columns.join(',') } },
    { query: { format: 'json', columns: columns.join(',') } },
    {},
  ],
  exportSelectedApps: () => [
    { body: { appIDs: appIDs(), format: 'csv', columns } },
    { body: { appIDs: appIDs(), format: 'json', columns } },
  ],
  readImportColumns: () => [{ file: file('App Name,Note\nTide Clock,x') }],
  takeImportRows: () => [
    { file: { ...file('App Name,Note\nTide Clock,x'), fields: { rows: '2' } } },
  ],
  getImportTemplate: () => [{ query: { format: 'csv' } }, { query: { format: 'json' } }],
  importApps: () => [
    {
      file: {
        name: 'apps.csv',
        content: `App ID,Note\n${appIDs().join(',x\n')},x`,
        fields: { key: 'appID', mode: 'both' },
      },
    },
    {
      file: {
        name: 'apps.csv',
        content: 'Package Name,User,Note\ncom.shared.kelp,,x',
        fields: { key: 'packageName', mode: 'both' },
      },
    },
  ],
  getBell: () => [{}],
  // Each owner has an own link; another owner's link is no right question.
  lookAtInvitation: (reader) => [
    { body: { token: world.invitations[reader] } },
    { body: { token: 'x'.repeat(43) } },
  ],
  getApiKeys: () => [{}],
  getSessions: () => [{}],
  getFactors: () => [{}],
  getWays: () => [{}],
  getViews: () => viewLists.map((list) => ({ query: { list } })),
};

const onlyReads = (name: CallName) => {
  const { method, readsOnly }: Call = calls[name];
  return method === 'GET' || readsOnly === true;
};
const names = Object.keys(calls) as CallName[];

it('no answer told an owner a word of somebody else while the world was made', () => {
  expect(world.words.length).toBeGreaterThan(400);
  expect(world.leaks).toEqual([]);
});

// Some readers ask hundreds of questions.
describe.each(readers)('as %s', { timeout: 120_000 }, (reader) => {
  it('the previews that were made before apps moved', async () => {
    const previews = world.left.get(reader) ?? [];
    expect(previews).toHaveLength(3);
    for (const id of previews) await world.must(reader, 'getBatchPreview', { id });
    expect(world.leaks).toEqual([]);
  });

  it.each(names.filter((name) => onlyReads(name) || name in questions))('%s', async (name) => {
    const { who }: Call = calls[name];
    const ask = questions[name] ?? (who === 'admin' ? () => each(['1']) : undefined);
    expect(ask, `${name} is new: say in the questions of this test how it is asked`).toBeDefined();
    const statuses = new Set<number>();
    for (const question of ask?.(reader) ?? []) {
      statuses.add((await world.ask(reader, name, question)).status);
    }
    expect(world.leaks).toEqual([]);
    if (who === 'admin') expect([...statuses]).toEqual([403]);
    else if (name !== 'getAds') expect([...statuses], 'some are answered').toContain(200);
  });

  it('the stream of each app', async () => {
    const { address } = world;
    for (const id of appIDs()) {
      const end = new AbortController();
      const response = await fetch(address + pathOf(calls.getConnection, id), {
        headers: { authorization: `Bearer ${world.bearers[reader]}`, accept: 'text/event-stream' },
        signal: end.signal,
      });
      const events = eventsOf<Connection>(response);
      const isStream = response.headers.get('content-type') === 'text/event-stream';
      const text = isStream ? JSON.stringify((await events.next()).value) : await response.text();
      world.look(reader, 'getConnection', text, { id });
      end.abort();
    }
    expect(world.leaks).toEqual([]);
  });

  it.each(['getApp', 'getChangeRequests', 'getFindings', 'getAppsWithFindings'] as const)(
    'a search by %s finds nothing by a word of somebody else',
    async (name) => {
      const found = async (search: string) => {
        const id = name === 'getApp' && { id: world.logins[reader] };
        const { body } = await world.ask(reader, name, { ...id, query: { search, page: 0 } });
        return { data: body.data, total: body.total };
      };
      const nothing = await found('zqneversaid');
      expect(nothing).toEqual({ data: [], total: 0 });
      const foreign = world.words.filter((word) => !word.readers.has(reader) && !word.exact);
      // Half of the words are ad units: some of them are enough.
      const isUnit = ({ what }: Word) => /^(google|appOpen|reward)/.test(what);
      const some = foreign.filter((one, index) => !isUnit(one) || index % 10 === 0);
      for (const { text, what } of some) {
        expect(await found(text), what).toEqual(nothing);
      }
    },
  );
});

describe('no answer to an administrator', { timeout: 120_000 }, () => {
  const isAsked = (name: CallName) => onlyReads(name) && !showsPasswords.includes(name);

  it.each(names.filter(isAsked))('of %s has a password', async (name) => {
    const ids = [world.people.ada, ...appIDs().slice(0, 3)];
    const asked = questions[name]?.('ada') ?? [{}, { query: { search: 'zq' } }, ...each(ids)];
    for (const question of asked) await world.ask('admin', name, question);
    expect(world.leaks).toEqual([]);
  });

  it('of a write about a user has one, nor the refusal of a stale one', async () => {
    const id = world.people.ada;
    const first = await world.must('admin', 'updateUser', { id, body: { position: 'Lead' } });
    const password = `${world.passwords.eve}-2`;
    await world.must('admin', 'updateUser', { id: world.people.eve, body: { password } });
    const second = await world.must('admin', 'updateUser', { id, body: { position: 'Head' } });
    const body = { version: first.version, position: 'Late' };
    expect((await world.ask('admin', 'updateUser', { id, body })).status).toBe(409);
    await world.must('admin', 'undoChange', { id: second.version, body: {} });
    await world.must('admin', 'restoreChange', { id: second.version, body: {} });
    expect(world.leaks).toEqual([]);
  });
});

describe('no answer to a viewer has a password, a key, an address of a webhook or a whole token', {
  timeout: 120_000,
}, () => {
  const isOpen = (name: CallName) => {
    const { viewers, who }: Call = calls[name];
    return viewers === true || (who === 'anyone' && onlyReads(name));
  };
  /** Answers that nobody gets here. */
  const notFound: CallName[] = ['getAds', 'getPauseEnding', 'getPastedList'];
  /** Questions about what owners do not see, besides those of owners. */
  const more: Partial<Record<CallName, () => Promise<Question[]> | Question[]>> = {
    getUser: () => [{}, ...pages(), { query: { search: world.passwords.ada } }],
    getAllApp: () => [
      {},
      ...pages({ with: 'usage' }),
      ...tokens().map((search) => page({ search })),
    ],
    getConfigureApp: () => [{}, ...pages()],
    getRemainingApp: () => [{}, ...pages()],
    getDeliveries: () => [{ id: world.webhook, query: { pageSize: 100 } }],
    getChanges: () => [
      ...pages({ entity: 'webhook' }),
      ...pages({ entity: 'global-config' }),
      ...pages({ action: 'rotate-token' }),
      ...world.secrets.map((search) => page({ search })),
    ],
    getAccount: () => [{ id: 'zq harbour kelp' }],
    exportSelectedApps: () => [{ body: { appIDs: appIDs(), format: 'json', columns: ['appID'] } }],
    previewUndo: seqs,
    previewRestore: seqs,
    addPastedList: () => [{ body: { terms: world.secrets } }],
    connectApp: () => each(appIDs()),
    testAds: () =>
      tokens().map((asked, index) => ({
        id: appIDs()[index % appIDs().length] ?? '',
        body: { country: 'DE', vpn: false, asked: asked.slice(0, -1) },
      })),
  };
  const page = (query: Question['query']): Question => ({ query: { ...query, pageSize: 25 } });
  const tokens = () => world.secrets.filter((secret) => secret.length === 32);
  async function seqs(): Promise<Question[]> {
    const entries = await world.server.db.selectFrom('change').select('seq').execute();
    return entries.map(({ seq }) => ({ id: seq }));
  }

  it.each(names.filter(isOpen))('%s', async (name) => {
    const own = [
      'adminChangePassword',
      'addView',
      'updateView',
      'deleteView',
      'addApiKey',
      'endApiKey',
      'endSession',
      'endOtherSessions',
      'confirmTotp',
      'confirmPasskey',
      'renewRecoveryCodes',
      'removeFactor',
      'confirmAgain',
    ];
    if (own.includes(name)) return;
    const asked = [...(questions[name]?.('ada') ?? [{}]), ...((await more[name]?.()) ?? [])];
    const statuses = new Set<number>();
    for (const question of asked) {
      if (name === 'addTotp' || name === 'addPasskey') await letWriteFactors(world.server.db);
      statuses.add((await world.ask('viewer', name, question)).status);
    }
    expect(world.leaks).toEqual([]);
    if (!notFound.includes(name)) expect([...statuses], 'some are answered').toContain(200);
  });

  it('has only words of the apps that a search by a token, and by a password, does not find', async () => {
    for (const search of world.secrets) {
      const { body } = await world.ask('viewer', 'getAllApp', { query: { search, page: 0 } });
      expect(body.total, search).toBe(0);
    }
  });

  const token = 'b8';
  it.each<[CallName, Question]>([
    ['getAllApp', { query: { authToken: token } }],
    ['getAllApp', { query: { sort: 'authToken' } }],
    ['getAllApp', { query: { sort: '-authToken', page: 1 } }],
    ['getFilterValues', { query: { field: 'appStatus', authToken: token } }],
    ['exportApps', { query: { authToken: token } }],
    ['exportApps', { query: { sort: 'authToken' } }],
    ['exportApps', { query: { columns: 'appID,authToken', format: 'json' } }],
    ['exportSelectedApps', { body: { where: { authToken: token } } }],
    ['exportSelectedApps', { body: { where: {}, sort: '-authToken' } }],
    ['exportSelectedApps', { body: { appIDs: ['x'], columns: ['authToken'] } }],
    ['addView', { body: { list: 'apps', name: 'By token', query: { authToken: token } } }],
    ['addView', { body: { list: 'apps', name: 'By token', sort: 'authToken' } }],
  ])('%s finds, sorts and exports nothing by a token: %j', async (name, question) => {
    const { status, body } = await world.ask('viewer', name, question);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: 'authToken', message: 'authToken is not for viewers' }]);
  });

  it('getApp, neither', async () => {
    for (const query of [{ authToken: token }, { sort: 'authToken' }]) {
      const { status } = await world.ask('viewer', 'getApp', { id: world.logins.ada, query });
      expect(status).toBe(400);
    }
  });

  it('tokens are there with their last four characters, passwords and keys as Hidden', async () => {
    const { data: apps } = (await world.ask('viewer', 'getAllApp')).body;
    expect(apps.length).toBe(world.apps.size);
    for (const { authToken } of apps) expect(authToken).toMatch(/^…[\w-]{4}$/);
    const { data: users } = (await world.ask('viewer', 'getUser')).body;
    expect(users.map(({ password }: { password: string }) => password)).toEqual([
      'Hidden',
      'Hidden',
    ]);
    const { data: keys } = (await world.ask('viewer', 'getAllConfig')).body;
    expect(keys).toMatchObject({ ipInfoToken: 'Hidden', vpnApiKey: 'Hidden' });
    const { data: hooks } = (await world.ask('viewer', 'getWebhooks')).body;
    expect(hooks).toMatchObject([{ url: 'Hidden' }]);
    const { data: views } = (await world.ask('viewer', 'getViews', { query: { list: 'apps' } }))
      .body;
    expect(views).toContainEqual(
      expect.objectContaining({ query: { appStatus: 'live' }, sort: '', columns: ['appName'] }),
    );
  });

  it('nothing is noted as read by a viewer', async () => {
    const read = await world.server.db
      .selectFrom('change')
      .select('actorName')
      .where('entity', '=', 'secret')
      .where('actorName', '=', 'Some Viewer')
      .execute();
    expect(read).toEqual([]);
  });

  it('the stream of Connect', async () => {
    for (const id of appIDs()) {
      const end = new AbortController();
      const response = await fetch(world.address + pathOf(calls.getConnection, id), {
        headers: { authorization: `Bearer ${world.bearers.viewer}`, accept: 'text/event-stream' },
        signal: end.signal,
      });
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const text = JSON.stringify((await eventsOf<Connection>(response).next()).value);
      expect(world.secrets.filter((secret) => text.includes(secret))).toEqual([]);
      end.abort();
    }
  });
});

describe.each<Key>(['reading key', 'whole key'])(
  'no answer to a %s',
  { timeout: 120_000 },
  (key) => {
    const scopes: readonly string[] = key === 'reading key' ? ['read'] : keyScopes;
    const isOpen = (name: CallName) => {
      const { keys, who, method }: Call = calls[name];
      const isAsked = method === 'GET' || name in questions;
      return isAsked && (who === 'anyone' || (keys !== false && scopes.includes(keys ?? '')));
    };
    const seqs = async () => {
      const entries = await world.server.db.selectFrom('change').select('seq').execute();
      return each(entries.map(({ seq }) => String(seq)));
    };
    const more: Partial<Record<CallName, () => Promise<Question[]> | Question[]>> = {
      getUser: () => [...pages(), { query: { search: world.passwords.ada } }],
      getAllApp: () => pages({ with: 'usage' }),
      getConfigureApp: () => pages(),
      getRemainingApp: () => pages(),
      getDeliveries: () => [{ id: world.webhook, query: { pageSize: 100 } }],
      getChanges: () => [
        ...pages({ entity: 'webhook' }),
        ...pages({ entity: 'global-config' }),
        ...pages({ entity: 'api-key' }),
        ...pages({ entity: 'session' }),
        ...pages({ entity: 'factor' }),
        ...pages({ entity: 'single-sign-on' }),
        ...pages({ action: 'rotate-token' }),
      ],
      getAccount: () => [{ id: 'zq harbour kelp' }],
      previewUndo: seqs,
      previewRestore: seqs,
    };

    it.each(names.filter(isOpen))(
      'of %s has a password, a key or an address of a webhook',
      async (name) => {
        const asked = [...(questions[name]?.('ada') ?? [{}]), ...((await more[name]?.()) ?? [])];
        for (const question of asked) await world.ask(key, name, question);
        expect(world.leaks).toEqual([]);
      },
    );

    it('has Hidden in their place, and tokens as its scopes say', async () => {
      const { data: users } = (await world.ask(key, 'getUser')).body;
      for (const { password } of users) expect(password).toBe('Hidden');
      const { data: settings } = (await world.ask(key, 'getAllConfig')).body;
      expect(settings).toMatchObject({ ipInfoToken: 'Hidden', vpnApiKey: 'Hidden' });
      const { data: hooks } = (await world.ask(key, 'getWebhooks')).body;
      expect(hooks).toMatchObject([{ url: 'Hidden' }]);
      const { data: apps } = (await world.ask(key, 'getAllApp')).body;
      const form = key === 'reading key' ? /^…[\w-]{4}$/ : /^\w{32}$/;
      for (const { authToken } of apps) expect(authToken).toMatch(form);
      const { status } = await world.ask(key, 'getAllApp', { query: { sort: 'authToken' } });
      expect(status).toBe(key === 'reading key' ? 400 : 200);
    });

    it('is noted as a reading of secrets', async () => {
      const read = await world.server.db
        .selectFrom('change')
        .select('viaName')
        .where('entity', '=', 'secret')
        .where('viaName', '=', key)
        .execute();
      expect(read).toEqual([]);
    });
  },
);

/** Lets an owner set up a second factor and a passkey, sign in with them, and remove them. */
async function secondFactor(password: string): Promise<void> {
  const signIn = () =>
    world.ask('ada', 'userSignIn', { body: { userID: world.logins.ada, password } });
  world.bearers.ada = (await signIn()).body.token;
  const { ticket: question } = (await world.ask('ada', 'addTotp')).body.again;
  const again = await world.ask('ada', 'confirmAgain', { body: { ticket: question, password } });
  world.bearers.ada = again.body.token;
  const { id, secret } = await world.must('ada', 'addTotp');
  await world.must('ada', 'confirmTotp', { body: { id, code: codeOf(secret) } });
  await letWriteFactors(world.server.db);
  await world.must('ada', 'renewRecoveryCodes');
  await world.must('ada', 'getFactors');
  await forgetSteps(world.server.db);
  const { ticket } = (await signIn()).body.secondFactor;
  const entered = { ticket, code: codeOf(secret) };
  const signedIn = await world.ask('ada', 'signInWithFactor', { body: entered });
  expect(signedIn.status).toBe(200);
  world.bearers.ada = signedIn.body.token;
  await letWriteFactors(world.server.db);
  await world.must('ada', 'removeFactor', { id });
  await letWriteFactors(world.server.db);
  const begun = await world.must('ada', 'addPasskey', { body: {} });
  const passkey = createAuthenticator();
  const { passkeyOrigin: origin } = await world.must('ada', 'getWays');
  // Passkeys are here without an address in the settings.
  const ownMachine = { origin, host: 'localhost' };
  const response = passkey.make(begun.options, ownMachine);
  await world.must('ada', 'confirmPasskey', { body: { id: begun.id, name: 'Laptop', response } });
  const asked = (await world.ask('ada', 'signInWithPasskey')).body.data;
  const alone = { ticket: asked.ticket, passkey: passkey.use(asked.options, ownMachine) };
  const entering = await world.ask('ada', 'signInWithFactor', { body: alone });
  expect(entering.status, entering.text).toBe(200);
  world.bearers.ada = entering.body.token;
  await letWriteFactors(world.server.db);
  await world.must('ada', 'removeFactor', { id: begun.id });
}

it('every call that an owner may make was made by one', async () => {
  const newPassword = 'Kelp-Tide-99';
  await world.must('ada', 'readBell', { body: {} });
  const key = await world.must('ada', 'addApiKey', { body: { name: 'Own', scopes: ['read'] } });
  await world.must('ada', 'getApiKeys');
  await world.must('ada', 'endApiKey', { id: key.id });
  const sessions = await world.must('ada', 'getSessions');
  expect(sessions).toHaveLength(1);
  await world.must('ada', 'endOtherSessions');
  const others = await world.ask('ada', 'endSession', { id: 'nobody' });
  expect(others.status).toBe(404);
  const accepting = { password: newPassword, confirmPassword: newPassword };
  await world.must('ada', 'acceptInvitation', {
    body: { token: world.invitations.ada, ...accepting },
  });
  const again = `${newPassword}-2`;
  const signedIn = await world.ask('ada', 'userSignIn', {
    body: { userID: world.logins.ada, password: newPassword },
  });
  world.bearers.ada = signedIn.body.token;
  await world.must('ada', 'userChangePassword', {
    body: { oldPassword: newPassword, newPassword: again, confirmPassword: again },
  });
  await secondFactor(again);
  // No provider is set up here: the tests of single sign-on have one.
  const [state, flow] = ['s'.repeat(43), 'f'.repeat(43)];
  await world.ask('ada', 'beginSingleSignOn', { body: { as: 'user' } });
  await world.ask('ada', 'finishSingleSignOn', { body: { code: 'code', state, flow } });
  const missing = names.filter((name) => {
    const { who }: Call = calls[name];
    return who !== 'admin' && name !== 'adminSignIn' && !world.asked.has(name);
  });
  expect(missing, 'new calls: let an owner make them, in the world or in the questions').toEqual(
    [],
  );
  expect(world.leaks).toEqual([]);
});
