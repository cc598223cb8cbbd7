import { type Call, pathOf } from '@adwarden/contract/call';
import { type CallName, calls } from '@adwarden/contract/calls';
import type { Connection } from '@adwarden/contract/connections/connections';
import { countedFilters } from '@adwarden/contract/filter-values';
import { appExportColumns } from '@adwarden/contract/spreadsheets/columns';
import { viewLists } from '@adwarden/contract/views/views';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf } from './event-stream.ts';
import { buildWorld, type Question, type Word, type World } from './sight-world.ts';

/*
 * The canary test: in a world in which every text of somebody is a word of its own, every call that an owner may make is
 * made as each owner, and no answer may have a word of somebody else (ADR 46).
 */

let world: World;
beforeAll(async () => {
  world = await buildWorld();
}, 400_000);
// A failed test must not let the next one fail.
afterEach(() => void world.leaks.splice(0));
afterAll(() => world?.server.close());

const readers = ['ada', 'eve'] as const;
type Reader = (typeof readers)[number];

const appIDs = () => [...world.apps.values()].map(({ appID }) => appID);
const each = (ids: string[], query?: Question['query']): Question[] =>
  ids.map((id) => ({ id, ...(query && { query }) }));
const pages = (query: Question['query'] = {}): Question[] =>
  Array.from({ length: 12 }, (_, page) => ({ query: { ...query, page, pageSize: 25 } }));
const file = (content: string) => ({ name: 'apps.csv', content });
const columns = [...appExportColumns];

/** What is asked of each call that only reads. A new call needs a line here: every way to ask it, with all ids. */
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
        ...{ name: 'apps.csv', content: `App ID,Note\n${appIDs().join(',x\n')},x` },
        fields: { key: 'appID', mode: 'both' },
      },
    },
    {
      file: {
        ...{ name: 'apps.csv', content: 'Package Name,User,Note\ncom.shared.kelp,,x' },
        fields: { key: 'packageName', mode: 'both' },
      },
    },
  ],
  getBell: () => [{}],
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

// Some ask hundreds of questions.
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
      // Half of the words are ad units: some stand for all.
      const isUnit = ({ what }: Word) => /^(google|appOpen|reward)/.test(what);
      const some = foreign.filter((one, index) => !isUnit(one) || index % 10 === 0);
      for (const { text, what } of some) {
        expect(await found(text), what).toEqual(nothing);
      }
    },
  );
});

describe('no answer to an administrator', { timeout: 120_000 }, () => {
  /** Only these show passwords: the list of the specification, and one that somebody asks for (ADR 78). */
  const shows: CallName[] = ['getUser', 'getUserPassword'];
  const isAsked = (name: CallName) => onlyReads(name) && !shows.includes(name);

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

it('every call that an owner may make was made by one', async () => {
  const { passwords } = world;
  const newPassword = 'Kelp-Tide-99';
  const body = { oldPassword: passwords.ada, newPassword, confirmPassword: newPassword };
  await world.must('ada', 'readBell', { body: {} });
  await world.must('ada', 'userChangePassword', { body });
  const missing = names.filter((name) => {
    const { who }: Call = calls[name];
    return who !== 'admin' && name !== 'adminSignIn' && !world.asked.has(name);
  });
  expect(missing, 'new calls: let an owner make them, in the world or in the questions').toEqual(
    [],
  );
  expect(world.leaks).toEqual([]);
});
