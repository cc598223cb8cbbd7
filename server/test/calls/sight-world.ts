import { forEachAdUnit } from '@adwarden/contract/ad-units';
import { pathOf } from '@adwarden/contract/call';
import { type CallName, calls } from '@adwarden/contract/calls';
import { keyScopes } from '@adwarden/contract/people/people';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { expect, vi } from 'vitest';
import { fileForm } from '../samples/file-form.ts';
import { adminPassword, buildTestServer } from '../servers/build-test-server.ts';
import { inHours } from '../servers/change-request-server.ts';
import { allRung } from '../servers/rung.ts';
import { addViewer } from '../servers/second-admin.ts';

/*
 * A world for the canary test: every text of somebody is a word that stands nowhere else, and the world knows which owners
 * may read it. Apps move between owners; the words of an app go with it.
 */

/** The owners. Kim's changes need approval, and the account is deleted on the way. */
const owners = ['ada', 'eve', 'kim'] as const;
export type Owner = (typeof owners)[number];
/** The API keys of the administrator: one only reads, the other one has every scope. */
const keyScopesOf = { 'reading key': ['read'], 'whole key': [...keyScopes] } as const;
export type Key = keyof typeof keyScopesOf;
type Caller = Owner | 'admin' | 'viewer' | Key;

/** A word, its meaning, and the owners who may read it. With `exact`, its case counts. */
export type Word = { text: string; what: string; readers: Set<Owner>; exact: boolean };

/** An app: its present owner, and the words that go with it to the next owner. */
export type App = { appID: string; owner: Owner | null; words: Word[] };

/** The calls that show passwords: the list of the specification, and one that somebody asks for (ADR 78). */
export const showsPasswords: CallName[] = ['getUser', 'getUserPassword'];

/** The content of a call. `file` makes it a form. */
export type Question = {
  id?: string | number;
  query?: Record<string, string | number>;
  body?: object;
  file?: { name: string; content: string; fields?: Record<string, string> };
};

const addresses: Record<Caller, string> = {
  admin: '198.51.100.31',
  ada: '198.51.100.32',
  eve: '198.51.100.33',
  kim: '198.51.100.34',
  viewer: '198.51.100.35',
  'reading key': '198.51.100.36',
  'whole key': '198.51.100.37',
};
/** The spellings of an account by the two owners of its apps. */
const spellings = { ada: 'Zq Harbour Kelp', eve: 'ZQ HARBOUR KELP' };

export type World = Awaited<ReturnType<typeof buildWorld>>;

/** Builds the world. Every answer that an owner gets on the way is looked at, too. */
export async function buildWorld() {
  const words: Word[] = [];
  const leaks: string[] = [];
  const asked = new Set<CallName>();
  const bearers = {} as Record<Caller, string>;
  const passwords = {} as Record<Owner, string>;

  function keep(text: string, what: string, readers: readonly Owner[], exact = false): Word {
    const word = { text, what, readers: new Set(readers), exact };
    words.push(word);
    return word;
  }
  /** Makes a new word that these owners may read. */
  const word = (what: string, ...readers: Owner[]): string =>
    keep(`zq${String(words.length).padStart(4, '0')}w`, what, readers).text;
  /** Makes a new word in apps: their owners may read it, now and later. */
  function wordIn(apps: App[], what: string): string {
    const readers = apps.flatMap(({ owner }) => owner ?? []);
    const said = keep(`zq${String(words.length).padStart(4, '0')}w`, what, readers);
    for (const app of apps) app.words.push(said);
    return said.text;
  }

  /** Returns the words in a text that an owner may not read, except those of the question. */
  function foreignIn(owner: Owner, text: string, question: string): string[] {
    const lower = text.toLowerCase();
    return words.flatMap(({ text: said, what, readers, exact }) => {
      if (readers.has(owner) || question.includes(said)) return [];
      return (exact ? text : lower).includes(said) ? [`${said}: ${what}`] : [];
    });
  }

  const email = `${word('e-mail of the administrator')}@example.com`;
  const server = await buildTestServer({
    ADMIN_EMAIL: email,
    ADMIN_NAME: `Root ${word('name of the administrator', ...owners)}`,
    WRITES_PER_MINUTE: '1000',
    // The receiver of the world's webhook is this machine, where nobody listens.
    WEBHOOK_PRIVATE: 'on',
  });

  /** Notes the words in an answer that an owner must not be told. */
  function look(as: Owner, name: CallName, text: string, question: Question = {}): void {
    asked.add(name);
    const said = JSON.stringify(question);
    // Where somebody is signed in is said to that person, and in no other answer.
    const shown = name === 'getSessions' ? text.replaceAll(addresses[as], '') : text;
    const place = `${name} by ${as}, ${said.slice(0, 300)}`;
    leaks.push(...foreignIn(as, shown, said).map((leak) => `${leak}, in ${place}`));
  }

  /** Notes passwords in an answer to an administrator, except in those of the calls that show them (ADR 78). */
  function lookForPasswords(name: CallName, text: string): void {
    if (showsPasswords.includes(name)) return;
    const told = Object.values(passwords).filter((password) => text.includes(password));
    leaks.push(...told.map((password) => `${password}, in ${name} by an administrator`));
  }

  /** Every password, key, address of a webhook and whole token. */
  const secrets: string[] = [];
  /** The tokens among them, which a key with the scope `apps` gets. */
  const tokensOfApps = new Set<string>();
  /** Notes the secrets in an answer to a viewer or to an API key. */
  function lookForSecrets(
    as: 'viewer' | Key,
    name: CallName,
    text: string,
    question: Question,
  ): void {
    const said = JSON.stringify(question);
    const hidden =
      as === 'whole key' ? secrets.filter((secret) => !tokensOfApps.has(secret)) : secrets;
    const told = hidden.filter((secret) => text.includes(secret) && !said.includes(secret));
    leaks.push(...told.map((secret) => `${secret}, in ${name} by ${as}, ${said.slice(0, 300)}`));
  }

  /** Calls a route of the contract as somebody. */
  async function ask(as: Caller, name: CallName, question: Question = {}) {
    const { id, query, body, file } = question;
    const form = file && fileForm(bearers[as], file, file.fields);
    const answer = await server.inject({
      method: calls[name].method,
      url: pathOf(calls[name], id),
      remoteAddress: addresses[as],
      ...(query && { query: query as Record<string, string> }),
      ...(body && { payload: body }),
      ...(form ?? { headers: bearers[as] ? { authorization: `Bearer ${bearers[as]}` } : {} }),
    });
    if (as === 'admin') lookForPasswords(name, answer.text);
    else if (as === 'viewer' || as === 'reading key' || as === 'whole key')
      lookForSecrets(as, name, answer.text, question);
    else look(as, name, answer.text, question);
    return answer;
  }
  /** Does the same; the call must succeed. Returns `data`. */
  async function must(as: Caller, name: CallName, question: Question = {}) {
    const answer = await ask(as, name, question);
    expect([200, 202], `${name} by ${as}: ${answer.text}`).toContain(answer.status);
    return answer.body.data;
  }

  const address = await server.listen();

  // People.
  const signIn = await ask('admin', 'adminSignIn', { body: { email, password: adminPassword } });
  bearers.admin = signIn.body.token;
  const logins = {} as Record<Owner, string>;
  const ids = {} as Record<Owner, string>;
  /** The token of each owner's link. */
  const invitations = {} as Record<Owner, string>;
  for (const owner of owners) {
    logins[owner] = word(`login id of ${owner}`, owner);
    passwords[owner] = `${word(`password of ${owner}`, owner)}-Tide-7`;
    const { id } = await must('admin', 'createNewUser', {
      body: sampleUserForm({
        fullName: `Name ${word(`full name of ${owner}`, owner)}`,
        position: word(`position of ${owner}`, owner),
        userId: logins[owner],
        password: passwords[owner],
        // Administrators set it, and no owner sees it, not even the own one.
        email: `${word(`e-mail of ${owner}`)}@example.com`,
      }),
    });
    ids[owner] = id;
    keep(id, `id of ${owner}`, [owner]);
    keep(addresses[owner], `address of ${owner}`, []);
    const invited = await ask('admin', 'inviteUser', { id });
    invitations[owner] = invited.body.invitation.link.split('#')[1];
    const body = { userID: logins[owner], password: passwords[owner] };
    const { body: answer } = await ask(owner, 'userSignIn', { body });
    bearers[owner] = answer.token;
  }
  keep(addresses.admin, 'address of the administrator', []);
  const { id: adminId } = await server.db
    .selectFrom('admin')
    .select('id')
    .executeTakeFirstOrThrow();
  keep(adminId, 'id of the administrator', []);
  const keys = { vpn: word('VPN API key'), ip: word('IP information token') };
  await must('admin', 'updateVPNAPIKey', { body: { VPNAPIKey: keys.vpn } });
  await must('admin', 'updateIPInfoToken', { body: { ipInfoToken: keys.ip } });
  const hookPath = word('path of a webhook');
  const { id: webhook, secret } = await must('admin', 'addWebhook', {
    body: { url: `http://127.0.0.1:1/${hookPath}`, events: ['change.app'], enabled: false },
  });
  await must('admin', 'testWebhook', { id: webhook });

  // Apps.
  const texts = (app: App, name: string) => ({
    appName: `App ${wordIn([app], `name of ${name}`)}`,
    accountName: `Account ${wordIn([app], `account of ${name}`)}`,
    packageName: `com.${wordIn([app], `package of ${name}`)}.app`,
    note: wordIn([app], `note of ${name}`),
    ...forEachAdUnit((slot) => wordIn([app], `${slot} of ${name}`)),
    // Each app has something to find.
    reward1: `pub-${wordIn([app], `reward1 of ${name}`)}`,
  });
  const apps = new Map<string, App>();
  async function add(name: string, owner: Owner | null, over: object = {}): Promise<App> {
    const app: App = { appID: '', owner, words: [] };
    const fixed = { category: 'Weather', adsStatus: 'on', appStatus: 'live', visibleExtra: 'off' };
    const body = { ...fixed, ipAddress: 'off', ...texts(app, name), ...over };
    const own = owner === null ? { selectedUser: '' } : {};
    const data = await must(owner ?? 'admin', 'addApp', { body: { ...body, ...own } });
    app.appID = data.appID;
    apps.set(name, app);
    return app;
  }
  function appOf(name: string): App {
    const app = apps.get(name);
    if (!app) throw new Error(`There is no app ${name}`);
    return app;
  }
  /** Writes new words into the texts of an app, as its owner. A muted text stays unchanged, and so muted. */
  async function rewrite(name: string): Promise<void> {
    const app = appOf(name);
    const { reward1: _, ...body } = texts(app, `${name}, rewritten`);
    await must(app.owner ?? 'admin', 'updateApp', { id: app.appID, body });
  }
  /** Notes that an app has another owner, who reads all its words. */
  function moved(name: string, to: Owner | null): void {
    const app = appOf(name);
    app.owner = to;
    for (const { readers } of app.words) if (to) readers.add(to);
  }
  const previews: string[] = [];
  const pastedLists: string[] = [];
  /** The previews that nobody has started, by the people who made them. */
  const left = new Map<Caller, string[]>();
  const batches: string[] = [];
  async function preview(as: Caller, select: object, change: object): Promise<string> {
    const { previewID } = await must(as, 'previewBatch', { body: { select, change } });
    previews.push(previewID);
    return previewID;
  }
  const leave = (as: Caller, id: string) => left.set(as, [...(left.get(as) ?? []), id]);
  async function ends(as: Caller, id: string): Promise<void> {
    batches.push(id);
    const state = async () => (await must(as, 'getBatch', { id })).batch.state;
    await vi.waitFor(async () => expect(await state()).not.toBe('running'), { timeout: 90_000 });
  }
  async function run(as: Caller, appIDs: string[], change: object): Promise<string> {
    const previewID = await preview(as, { appIDs }, change);
    const { batch } = await must(as, 'startBatch', { body: { previewID } });
    await ends(as, batch.id);
    return batch.id;
  }
  async function becomes(id: string, state: string): Promise<void> {
    const at = Date.now() - 1;
    await server.db.updateTable('change_request').set({ at }).where('id', '=', id).execute();
    const now = async () => {
      const query = { pageSize: 100 };
      const all: { id: string; state: string }[] = await must('admin', 'getChangeRequests', {
        query,
      });
      return all.find((one) => one.id === id)?.state;
    };
    await vi.waitFor(async () => expect(await now()).toBe(state), { timeout: 90_000 });
  }
  const pauses: string[] = [];
  async function pause(as: Caller, scope: string, value: string, reason: string) {
    const made = await must(as, 'startPause', { body: { scope, value, reason } });
    pauses.push(made.id);
    return made;
  }
  const mute = (as: Caller, app: App, reason: string) => {
    const body = { appID: app.appID, rule: 'malformed-unit', field: 'reward1', reason };
    return must(as, 'muteFinding', { body });
  };
  const request = (as: Caller, app: App, changes: object, more: object = {}) =>
    must(as, 'createChangeRequest', {
      body: { appID: app.appID, changes, at: inHours(1), ...more },
    });

  const shared = { reward3: 'shared-unit', packageName: 'com.shared.kelp' };
  await add('mine of ada', 'ada', { ...shared, accountName: spellings.ada });
  await add('mine of eve', 'eve', { ...shared, accountName: spellings.eve });
  for (const owner of ['ada', 'eve'] as const) {
    const spelled = keep(spellings[owner], `account as ${owner} spells it`, [owner], true);
    appOf(`mine of ${owner}`).words.push(spelled);
  }
  for (const owner of owners) await add(`given by ${owner}`, owner);
  await add('handed by ada', 'ada');
  await add('gone of ada', 'ada');
  await add('nobody’s', null, shared);
  await must('admin', 'updateAccount', {
    id: spellings.ada,
    body: {
      site: `${word('site of an account')}.example`,
      extraLines: `# ${word('further lines of an account')}`,
    },
  });
  for (const { appID: id } of [...apps.values()].slice(0, 5)) {
    await must('admin', 'addConfigureApp', { body: { id, country: 'DE' } });
  }

  // The calls of owners.
  const csv = (rows: string[][]) => rows.map((cells) => cells.join(',')).join('\n');
  for (const owner of owners) {
    const given = appOf(`given by ${owner}`);
    const mine = apps.get(`mine of ${owner}`) ?? given;
    const both = [...new Set([mine, given])];
    const bothIDs = both.map(({ appID }) => appID);
    const its = (what: string) => word(`${what} of ${owner}`, owner);

    await request(owner, given, { note: its('requested note') }, { note: its('request note') });
    const cancelled = await request(owner, mine, { appName: its('cancelled name') });
    await must(owner, 'cancelChangeRequest', { id: cancelled.id });
    const conflict = await request(owner, mine, { note: wordIn([mine], 'conflicting note') });
    await must(owner, 'updateApp', {
      id: mine.appID,
      body: { note: wordIn([mine], `note in between of ${owner}`) },
    });
    await becomes(conflict.id, 'conflict');
    await must(owner, 'applyChangeRequest', { id: conflict.id });
    await run(owner, bothIDs, {
      set: { note: its('note of a scheduled batch') },
      at: inHours(2),
    });
    const batch = await run(owner, bothIDs, {
      set: { note: wordIn(both, `note by a batch of ${owner}`) },
      replaceInAdUnits: { find: 'pub-', with: `pub-${wordIn(both, `replaced by ${owner}`)}-` },
    });
    await run(owner, bothIDs, {
      setEach: Object.fromEntries(
        both.map((app) => [
          app.appID,
          { reward2: wordIn([app], `ad unit of ${app.appID} by ${owner}`) },
        ]),
      ),
    });
    const { batch: undo } = await must(owner, 'undoBatch', { id: batch });
    await ends(owner, undo.id);
    await ask(owner, 'cancelBatch', { id: undo.id });

    await mute(owner, given, its('reason of a mute'));
    const unmuted = { appID: given.appID, rule: 'malformed-unit', field: 'reward1' };
    await must(owner, 'unmuteFinding', { body: unmuted });
    await mute(owner, given, its('reason of a second mute'));
    if (owner === 'ada') await mute('ada', appOf('handed by ada'), its('reason of a third mute'));
    const over = await pause(owner, 'app', given.appID, its('reason of an ended pause'));
    await must(owner, 'endPause', { id: over.id });
    await pause(owner, 'app', given.appID, its('reason of a pause'));

    await must(owner, 'updateApp', {
      id: given.appID,
      body: { note: wordIn([given], `note that ${owner} takes back`) },
    });
    const query = { key: given.appID, entity: 'app' };
    const [entry] = await must(owner, 'getChanges', { query });
    await must(owner, 'undoChange', { id: entry.seq, body: {} });
    await must(owner, 'rotateToken', { id: given.appID, body: { keepOldForDays: 5 } });
    await must(owner, 'rotateToken', { id: mine.appID, body: { keepOldForDays: 5 } });
    const tokens = await must(owner, 'getOldTokens', { id: mine.appID });
    const { since } = tokens.oldTokens[0];
    await must(owner, 'endOldToken', { id: mine.appID, body: { since } });
    await must(owner, 'revokeOldTokens', { id: mine.appID });
    await must(owner, 'connectApp', { id: given.appID });

    for (const list of ['apps', 'findings', 'change-requests']) {
      const body = { list, name: its(`${list} view`), query: { search: its(`${list} search`) } };
      const view = await must(owner, 'addView', { body });
      await must(owner, 'updateView', {
        id: view.id,
        body: { name: its(`${list} view, renamed`) },
      });
    }
    const dropped = { list: 'apps', name: its('dropped view') };
    const { id: view } = await must(owner, 'addView', { body: dropped });
    await must(owner, 'deleteView', { id: view });

    const terms = [its('pasted text'), mine.appID];
    const { id: pasted } = await must(owner, 'addPastedList', { body: { terms } });
    pastedLists.push(pasted);

    // Previews that are never started.
    leave(owner, await preview(owner, { where: {} }, { set: { note: its('previewed note') } }));
    const rotation = { rotateTokens: { keepOldForDays: 1 } };
    leave(owner, await preview(owner, { appIDs: bothIDs }, rotation));
    const content = csv([
      ['App ID', 'App Name', 'Package Name', 'Note', 'Ads Status', its('heading')],
      [given.appID, its('imported name'), '', its('imported note'), 'on', its('cell')],
      [mine.appID, its('another imported name'), '', '', its('wrong status'), ''],
      ['', its('name of an imported app'), `com.${its('imported package')}.app`, '', 'off', ''],
      [appOf('nobody’s').appID, its('name for another app'), '', '', 'on', ''],
    ]);
    const file = { name: `${its('file name')}.csv`, content };
    await must(owner, 'readImportColumns', { file });
    const fields = { key: 'appID', mode: 'both' };
    const { previewID } = await must(owner, 'importApps', { file: { ...file, fields } });
    previews.push(previewID);
    leave(owner, previewID);
  }

  // The calls of administrators.
  const everyApp = [...apps.values()];
  for (const [name, app] of apps) {
    if (app.owner === null) continue;
    await request(
      'admin',
      app,
      { note: wordIn([app], `note that is wanted for ${name}`) },
      {
        at: inHours(3),
        note: word(`request note of the administrator for ${name}`, app.owner),
      },
    );
    const to = app.owner === 'ada' ? logins.eve : logins.ada;
    const changes = { selectedUser: to, appName: word(`name of ${name} after a handover`) };
    const why = { at: inHours(4), note: word(`why ${name} is going to be handed over`) };
    await request('admin', app, changes, why);
    await request(
      'admin',
      app,
      { appName: wordIn([app], `later name of ${name}`) },
      {
        at: inHours(5),
        note: word(`note for the next owner of ${name}`),
      },
    );
  }
  for (const owner of ['ada', 'eve'] as const) {
    const mine = appOf(`mine of ${owner}`);
    await mute('admin', mine, wordIn([mine], `reason of the administrator’s mute for ${owner}`));
    const why = word(`reason of the pause of ${owner}`, owner);
    await pause('admin', 'owner', ids[owner], why);
    const given = appOf(`given by ${owner}`);
    await pause(
      'admin',
      'app',
      given.appID,
      wordIn([given], `reason of a pause of ${owner}’s app`),
    );
  }
  await must('admin', 'startPause', {
    body: {
      scope: 'apps',
      appIDs: everyApp.map(({ appID }) => appID),
      reason: word('reason of the pause of some', ...owners),
    },
  });
  await pause('admin', 'all', '', word('reason of the pause of all', ...owners));
  await pause('admin', 'account', 'zq harbour kelp', word('reason of an account', 'ada', 'eve'));
  await run(
    'admin',
    everyApp.map(({ appID }) => appID),
    {
      set: { note: wordIn(everyApp, 'note by a batch of the administrator') },
    },
  );
  await must('admin', 'addView', {
    body: { list: 'apps', name: word('shared view'), query: { search: word('x') }, shared: true },
  });
  const { token: someToken } = await server.db
    .selectFrom('app_token')
    .select('token')
    .executeTakeFirstOrThrow();
  await must('admin', 'addView', {
    body: {
      list: 'apps',
      name: word('shared view by a token'),
      query: { authToken: someToken, appStatus: 'live' },
      sort: '-authToken',
      columns: ['appName', 'authToken'],
      shared: true,
    },
  });
  await must('admin', 'updateUser', { id: ids.kim, body: { needsApproval: 'on' } });
  const kims = appOf('given by kim');
  for (const decide of ['approve', 'reject', 'leave'] as const) {
    const note =
      decide === 'approve' ? wordIn([kims], 'approved note') : word(`to ${decide}`, 'kim');
    const { changeRequest } = await must('kim', 'updateApp', { id: kims.appID, body: { note } });
    if (decide === 'approve') await must('admin', 'approveChangeRequest', { id: changeRequest.id });
    if (decide !== 'reject') continue;
    const body = { reason: word('reason of a rejection', 'kim') };
    await must('admin', 'rejectChangeRequest', { id: changeRequest.id, body });
  }

  // Apps move: by an edit, by a batch, by a request, by deleting their owner, and come back from deletion.
  const idOf = (name: string) => appOf(name).appID;
  await must('admin', 'updateApp', {
    id: idOf('given by ada'),
    body: { selectedUser: logins.eve },
  });
  moved('given by ada', 'eve');
  await run('admin', [idOf('given by eve')], { set: { selectedUser: logins.ada } });
  moved('given by eve', 'ada');
  const note = word('why an app was handed over');
  const handover = await request(
    'admin',
    appOf('handed by ada'),
    { selectedUser: logins.eve },
    {
      at: inHours(2),
      note,
    },
  );
  await becomes(handover.id, 'applied');
  moved('handed by ada', 'eve');
  await ask('kim', 'signOut');
  await must('admin', 'deleteUser', { id: ids.kim });
  moved('given by kim', null);
  await must('admin', 'updateApp', { id: kims.appID, body: { selectedUser: logins.ada } });
  moved('given by kim', 'ada');
  await must('admin', 'deleteApp', { id: idOf('gone of ada') });
  const [deletion] = await must('admin', 'getChanges', {
    query: { key: idOf('gone of ada'), entity: 'app' },
  });
  await must('admin', 'restoreChange', { id: deletion.seq, body: {} });
  for (const name of apps.keys()) if (!name.startsWith('mine')) await rewrite(name);

  // The new owners go on.
  for (const name of ['given by ada', 'given by eve', 'given by kim', 'handed by ada']) {
    const app = appOf(name);
    const { owner } = app;
    if (owner === null) throw new Error(`Nobody owns ${name}`);
    const its = (what: string) => word(`${what} of ${owner} for ${name}`, owner);
    await request(owner, app, { note: its('requested note') }, { note: its('request note') });
    if (name !== 'handed by ada') await mute(owner, app, its('reason of a mute'));
    const active: { id: string; value: string; createdBy: { kind: string } }[] = await must(
      owner,
      'getPauses',
      { query: { pageSize: 100 } },
    );
    const old = active.find(
      ({ value, createdBy }) => value === app.appID && createdBy.kind === 'user',
    );
    if (old) await must(owner, 'endPause', { id: old.id });
    await pause(owner, 'app', app.appID, its('reason of a pause'));
    await run(owner, [app.appID], { set: { note: wordIn([app], `note by a batch for ${name}`) } });
    await must(owner, 'rotateToken', { id: app.appID, body: { keepOldForDays: 5 } });
  }

  // Phones have asked for all apps.
  const day = Date.parse(new Date().toISOString().slice(0, 10));
  const counts = { day, country: '', ok: 9, notModified: 1, oldToken: 0, wrongToken: 0 };
  for (const appID of [...everyApp.map((app) => app.appID), '*']) {
    await server.db
      .insertInto('app_usage')
      .values({ ...counts, appID })
      .execute();
  }

  // Tokens are for the present owner of the app.
  const tokens = await server.db
    .selectFrom('app_token')
    .innerJoin('app', 'app.appID', 'app_token.appID')
    .select(['app_token.token', 'app.ownerId', 'app.appID'])
    .execute();
  for (const { token, ownerId, appID } of tokens) {
    const readers = owners.filter((owner) => ids[owner] === ownerId);
    keep(token, `token of ${appID}`, readers, true);
    secrets.push(token);
    tokensOfApps.add(token);
  }
  secrets.push(hookPath, secret, keys.vpn, keys.ip, ...Object.values(passwords));
  secrets.push(...Object.values(invitations));
  const viewer = await addViewer(server);
  bearers.viewer = viewer.token;
  for (const [as, scopes] of Object.entries(keyScopesOf)) {
    const { body } = await ask('admin', 'addApiKey', { body: { name: as, scopes } });
    bearers[as as Key] = body.key;
  }

  await allRung(server.db);

  return {
    server,
    address,
    words,
    leaks,
    asked,
    ask,
    must,
    look,
    bearers,
    logins,
    people: ids,
    invitations,
    secrets,
    webhook,
    passwords,
    apps,
    previews,
    pastedLists,
    left,
    batches,
    pauses,
    requests: (await server.db.selectFrom('change_request').select('id').execute()).map(
      ({ id }) => id,
    ),
  };
}
