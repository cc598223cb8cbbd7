import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BatchServer, openBatchServer } from '../servers/batch-server.ts';

/* Searches find texts without case, accents, width and ligatures, whatever is searched (ADR 89). */

/** The name of an app, and words that find it. */
const named: [name: string, words: string[]][] = [
  ['Zürich Würfel', ['zurich', 'ZÜRICH w', 'Zu\u0308rich', 'ｚｕｒｉｃｈ', 'wurfel', 'zu', 'ZÜ']],
  ['İstanbul Işık', ['istanbul', 'ISTANBUL', 'ıstanbul', 'isik', 'is', 'İs', 'ıs']],
  ['ΟΔΟΣ Αθήνας', ['οδοσ', 'οδός', 'ΌΔΌΣ', 'αθηνας', 'αθήνασ', 'οδ', 'Ό']],
  ['Straße nach Łódź', ['strasse', 'STRASSE', 'lodz', 'Łódź', 'st', 'e nach l']],
  ['Ærøskøbing', ['aeroskobing', 'ÆRØ', 'kobing', 'ae', 'æ', 'a']],
  ['ＦＵＬＬ ﬁne', ['full fine', 'ＦＵＬＬ', 'fu', 'ﬁne']],
  ['Ёлка', ['елка', 'ЁЛКА', 'ел', 'лка']],
  ['हिन्दी समाचार', ['हिन्दी', 'समाचार', 'हि']],
  ['ｶﾞﾝﾀﾞﾑ対戦', ['ガンダム', 'ｶﾞﾝﾀﾞﾑ', 'ダム対', 'ガ']],
  ['한국 뉴스', ['한국 뉴', '\u1112\u1161\u11ab국 뉴스', '한국']],
  [`100％ "O’Brien" _x\\`, ['100%', '100％ "o', '_x\\', '0% "']],
  ['مرحبا 🦑🦑🦑', ['مرحبا', '🦑🦑🦑', 'مر']],
];
const nothing = ['हनद', 'カンタ', '한구 뉴', '%%%', '___', 'z%r', 'zxrich', '"o"', '\\\\\\'];

let api: BatchServer;
const appIDs = new Map<string, string>();
beforeAll(async () => {
  api = await openBatchServer();
  for (const [appName] of named) {
    const over = { appName, packageName: `com.fold.app${appIDs.size}`, note: '' };
    appIDs.set(appName, (await api.add(over)).appID);
  }
});
afterAll(() => api?.close());

const idOf = (name: string) => appIDs.get(name) as string;

async function ask(call: Parameters<BatchServer['call']>[0], query: Record<string, string>) {
  const answer = await api.call(call, { as: api.admin, query: { pageSize: 100, ...query } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

const namesOf = (rows: { appName: string }[]) => rows.map(({ appName }) => appName);
const cases = named.flatMap(([name, words]) => words.map((word) => [word, name] as const));

describe('the search', () => {
  it.each(cases)('for “%s” finds the app %s and says where', async (word, name) => {
    const rows = await ask('getAllApp', { search: word });
    const row = rows.find(({ appName }: { appName: string }) => appName === name);
    expect(row?.matched).toContain('appName');
  });

  it.each(nothing)('for “%s” finds no app', async (word) => {
    expect(namesOf(await ask('getAllApp', { search: word }))).toEqual([]);
  });

  it.each(cases)('for “%s” finds the entry of the app %s in the log', async (word, name) => {
    const entries = await ask('getChanges', { search: word, key: idOf(name), entity: 'app' });
    expect(entries).toHaveLength(1);
  });

  it('of a column finds parts, also short ones', async () => {
    const accountName = 'Gürüldeyen Ｇüneş';
    const { appID } = await api.add({ accountName, packageName: 'com.straße.ö' });
    for (const word of ['gurul', 'GÜNEŞ', 'gune', 'n Ｇ', 'yÈ', 'Ş']) {
      const rows = await ask('getAllApp', { accountName: word });
      expect(
        rows.map((row: { appID: string }) => row.appID),
        word,
      ).toContain(appID);
    }
    for (const word of ['strasse', '.o', 'Ö', 'com.STRASSE']) {
      const rows = await ask('getAllApp', { packageName: word });
      expect(
        rows.map((row: { appID: string }) => row.appID),
        word,
      ).toContain(appID);
    }
    expect(await ask('getAllApp', { accountName: 'gurukdeyen' })).toEqual([]);
    const { body } = await api.call('getFilterValues', {
      as: api.admin,
      query: { field: 'account', find: 'gunes' },
    });
    expect(body.data.map(({ value }: { value: string }) => value)).toEqual([accountName]);
  });

  it('finds people by their names, also short parts, and their apps', async () => {
    const form = { userId: 'soren-1', fullName: 'Søren Ångström', position: 'Lektør' };
    const made = await api.call('createNewUser', {
      as: api.admin,
      body: { password: 'quay-8-lamps', confirmPassword: 'quay-8-lamps', ...form },
    });
    expect(made.status, made.text).toBe(200);
    const { appID } = await api.add({ selectedUser: form.userId });
    for (const word of ['soren', 'SØREN', 'angstrom', 'ÅNG', 'n å', 'so', 'Å', 'lektor']) {
      const users = await ask('getUserNames', { search: word });
      expect(
        users.map(({ userID }: { userID: string }) => userID),
        word,
      ).toContain(form.userId);
    }
    for (const [fullName, found] of [
      ['angstrom', true],
      ['øR', true],
      ['oe', false],
    ] as const) {
      const rows = await ask('getAllApp', { fullName });
      expect(
        rows.some((row: { appID: string }) => row.appID === appID),
        fullName,
      ).toBe(found);
    }
    const rows = await ask('getAllApp', { search: 'soren ang' });
    expect(rows.map((row: { appID: string }) => row.appID)).toEqual([appID]);
    // The people of the log are filtered in the same way.
    const as = await api.signInUser(form.userId, 'quay-8-lamps');
    await api.update(appID, { note: 'x' }, as);
    expect(await ask('getChanges', { actor: 'soren', key: appID })).toHaveLength(1);
    expect(await ask('getChanges', { search: 'SÖ', key: appID, actorKind: 'user' })).toHaveLength(
      1,
    );
    expect(await ask('getChanges', { search: 'Å', key: appID, actorKind: 'user' })).toEqual([]);
  });

  it('follows a change of each text', async () => {
    const { appID } = await api.add({ appName: 'Before', selectedUser: 'ada' });
    await api.update(appID, { appName: 'Ñandú', accountName: 'Çağrı', packageName: 'com.ñandú' });
    const ids = async (query: Record<string, string>) =>
      (await ask('getAllApp', query)).map((row: { appID: string }) => row.appID);
    expect(await ids({ search: 'before' })).not.toContain(appID);
    for (const query of [
      { search: 'nandu' },
      { search: 'na' },
      { accountName: 'cagri' },
      { accountName: 'ri' },
      { packageName: 'nandu' },
      { packageName: '.n' },
    ]) {
      expect(await ids(query), JSON.stringify(query)).toContain(appID);
    }
    await api.update(appID, { appName: 'Nandu', accountName: 'cagri', packageName: 'com.nandu' });
    expect(await ids({ search: 'ÑA' })).toContain(appID);
    expect(await ids({ accountName: 'Rİ' })).toContain(appID);
  });

  it('of change requests, batches and findings finds the same', async () => {
    const { appID } = await api.add({ appName: 'Ñeque', accountName: 'Süd' });
    const { id } = await api.schedule({ appID, changes: { adsStatus: 'off' }, note: 'Später' });
    for (const word of ['neque', 'SPATER', 'Ñe']) {
      const rows = await ask('getChangeRequests', { search: word });
      expect(
        rows.map((row: { id: string }) => row.id),
        word,
      ).toEqual([id]);
    }
    const batch = await api.run({ appIDs: [appID] }, { set: { note: 'Ärger ﬁx' } });
    for (const word of ['arger', 'FIX', 'neque']) {
      const rows = await ask('getBatches', { search: word });
      expect(
        rows.map((row: { id: string }) => row.id),
        word,
      ).toEqual([batch.id]);
    }
    for (const query of [
      { search: 'neque' },
      { search: 'ne' },
      { account: 'sud' },
      { account: 'ud' },
    ]) {
      const rows = await ask('getFindings', query);
      expect(
        rows.map((row: { appID: string }) => row.appID),
        JSON.stringify(query),
      ).toContain(appID);
    }
  });

  it('of accounts finds names with marks, and with spaces and punctuation', async () => {
    await api.add({ accountName: 'Łódź-Spiele' });
    for (const name of ['lodz', 'ŁÓDŹ', 'Łódź Sp', 'lodz-sp', 'lodzsp']) {
      const { body } = await api.call('getAccountNames', { as: api.admin, query: { name } });
      const found = body.data.inUse.map((one: { accountName: string }) => one.accountName);
      expect(found, name).toEqual(['Łódź-Spiele']);
      const rows = await ask('getAccounts', { search: name });
      expect(
        rows.map(({ account }: { account: string }) => account),
        name,
      ).toEqual(['Łódź-Spiele']);
    }
  });
});

describe('what is not a search', () => {
  it('tells accounts apart: a pause of “Möwe” does not stop “Mowe”', async () => {
    const [bird, other] = [
      await api.add({ accountName: 'Möwe' }),
      await api.add({ accountName: 'Mowe' }),
    ];
    const body = { scope: 'account', value: 'MÖWE', reason: 'Looking' } as const;
    expect((await api.call('startPause', { as: api.admin, body })).status).toBe(200);
    const paused = (await ask('getAllApp', { paused: 'yes' })).map(
      (row: { appID: string }) => row.appID,
    );
    expect(paused).toContain(bird.appID);
    expect(paused).not.toContain(other.appID);
    for (const account of ['möwe', 'MÖWE']) {
      const rows = await ask('getAllApp', { account });
      expect(rows.map((row: { appID: string }) => row.appID)).toEqual([bird.appID]);
    }
  });

  it('tells login ids and whole names apart', async () => {
    expect(namesOf(await ask('getAllApp', { exact: 'Zurich Wurfel' }))).toEqual([]);
    expect(namesOf(await ask('getAllApp', { exact: 'zürich würfel' }))).toEqual(['Zürich Würfel']);
    expect(namesOf(await ask('getAllApp', { userID: 'ädä' }))).toEqual([]);
  });
});
