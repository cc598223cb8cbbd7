import { searchFold, textHolds } from '@adwarden/contract/search-fold';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { fillAppLists, names, users } from '../../test/samples/app-list-sample.ts';
import type { Db } from '../db/schema.ts';
import { asciiLower } from '../db/text-search.ts';
import {
  countByStatus,
  findAppIDs,
  listApps,
  streamApps,
  streamAppsByID,
} from './apps.list.store.ts';
import {
  type AppListColumn,
  type AppListFilters,
  type AppListQuestion,
  type AppListScope,
  choiceColumns,
  type ListedApp,
  type TextColumn,
  textColumns,
} from './apps.list.table.ts';

// These functions make the same lists in plain JavaScript.

const holds = textHolds;
const begins = (text: string, word: string) => searchFold(text).startsWith(searchFold(word));

function isFound(row: ListedApp, word: string): boolean {
  if ([...searchFold(word)].length < 3) return begins(row.appName, word) || begins(row.appID, word);
  const { appID, appName, packageName, accountName } = row;
  const units: string[] = Object.values(JSON.parse(row.adUnits));
  const owner = [row.fullName ?? '', row.userID ?? ''];
  return [appID, appName, packageName, accountName, ...owner, ...units].some((text) =>
    holds(text, word),
  );
}

const timeOf = (row: ListedApp, scope: AppListScope) =>
  (scope.configured ? row.configuredAt : row.createdAt) ?? 0;

function passes(row: ListedApp, filters: AppListFilters, scope: AppListScope): boolean {
  const texts = Object.keys(textColumns) as TextColumn[];
  return (
    texts.every((column) => holds(row[column] ?? '', filters[column] ?? '')) &&
    choiceColumns.every((column) => (filters[column] ?? row[column]) === row[column]) &&
    (!filters.userID || row.userID?.toLowerCase() === filters.userID.toLowerCase()) &&
    timeOf(row, scope) >= (filters.createdFrom ?? 0) &&
    timeOf(row, scope) <= (filters.createdTo ?? Number.MAX_SAFE_INTEGER) &&
    row.updatedAt >= (filters.updatedFrom ?? 0) &&
    row.updatedAt <= (filters.updatedTo ?? Number.MAX_SAFE_INTEGER) &&
    row.requests7d >= (filters.requestsFrom ?? 0) &&
    row.requests7d <= (filters.requestsTo ?? Number.MAX_SAFE_INTEGER) &&
    (!filters.owner || (filters.owner === 'any') === (row.ownerId !== null))
  );
}

const bytewise = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function compare(a: ListedApp, b: ListedApp, column: AppListColumn, scope: AppListScope): number {
  if (column === 'createdAt') return timeOf(a, scope) - timeOf(b, scope);
  if (column === 'updatedAt' || column === 'requests7d') return a[column] - b[column];
  const keyOf = (row: ListedApp) =>
    column === 'authToken' ? row.authToken : asciiLower(row[column] ?? '');
  return bytewise(keyOf(a), keyOf(b));
}

function model(all: ListedApp[], question: AppListQuestion, scope: AppListScope) {
  const { page, pageSize, search, sort, filters = {} } = question;
  const rows = all
    .filter((row) => scope.ownerId === undefined || row.ownerId === scope.ownerId)
    .filter((row) => (scope.configured ?? row.country !== null) === (row.country !== null))
    .filter((row) => !search || isFound(row, search))
    .filter((row) => passes(row, filters, scope))
    .sort((a, b) => compare(a, b, sort.column, scope) || bytewise(a.appID, b.appID));
  if (sort.descending) rows.reverse();
  return { total: rows.length, rows: rows.slice(page * pageSize, (page + 1) * pageSize) };
}

// The searches are parts of existing texts, in upper and lower case, and sometimes random texts.

const cased = (texts: fc.Arbitrary<string>) =>
  fc
    .tuple(texts, fc.constantFrom('as it is', 'lower', 'upper'))
    .map(([text, to]) =>
      to === 'lower' ? text.toLowerCase() : to === 'upper' ? text.toUpperCase() : text,
    );
const partOf = (texts: readonly string[]) =>
  cased(
    fc
      .tuple(fc.constantFrom(...texts), fc.nat(12), fc.integer({ min: 1, max: 9 }))
      .map(([text, start, length]) => [...text].slice(start, start + length).join('')),
  );
const anything = fc.string({ unit: 'grapheme-ascii', maxLength: 5 });
const words = partOf([
  ...names,
  ...users.flatMap(({ userID, fullName }) => [userID, fullName]),
  'com.acme.app1',
  'Zen Studio',
  'ca-app-pub-1/1001',
  'xy919',
]);
const seldom = <T>(values: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 9 }, { arbitrary: values, weight: 1 });
const onOff = fc.constantFrom('on', 'off');
const times = fc.integer({ min: 1_699_999_999_999, max: 1_700_000_009_000 });
const requests = fc.integer({ min: 0, max: 6000 });
const columns = [
  ...Object.keys(textColumns),
  ...choiceColumns,
  'createdAt',
  'updatedAt',
  'requests7d',
] as AppListColumn[];

const questions = fc.record({
  page: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(20)),
  pageSize: fc.constantFrom(1, 7, 10, 100),
  search: fc.oneof(fc.constant(undefined), words, words, seldom(anything)),
  sort: fc.record({ column: fc.constantFrom(...columns), descending: fc.boolean() }),
  filters: fc.oneof(
    fc.constant({}),
    fc.record({
      appID: seldom(partOf(['ga000', 'xy919'])),
      appName: seldom(partOf(names)),
      packageName: seldom(partOf(['com.acme.app1'])),
      accountName: seldom(partOf(['Zen Studio', 'Éclair'])),
      category: seldom(partOf(['Music & Audio'])),
      fullName: seldom(partOf(users.map((user) => user.fullName))),
      userID: seldom(cased(fc.constantFrom(...users.map((user) => user.userID), 'nobody'))),
      authToken: seldom(partOf(['ABC-ga'])),
      country: seldom(partOf(['India,US'])),
      adsStatus: seldom(onOff),
      visibleExtra: seldom(onOff),
      ipAddress: seldom(onOff),
      appStatus: seldom(fc.constantFrom('live', 'in-develop', 'suspend')),
      createdFrom: seldom(times),
      createdTo: seldom(times),
      updatedFrom: seldom(times),
      updatedTo: seldom(times),
      requestsFrom: seldom(requests),
      requestsTo: seldom(requests),
      owner: seldom(fc.constantFrom('any' as const, 'none' as const)),
    }),
  ),
});
const scopes = fc.oneof(
  fc.constant({}),
  fc.record({
    ownerId: seldom(fc.constantFrom('u0', 'u1', 'u2', 'u9')),
    configured: fc.constantFrom(true, false, undefined),
  }),
);

async function everything(db: Db, scope?: AppListScope, chunkSize?: number): Promise<ListedApp[]> {
  const rows: ListedApp[] = [];
  for await (const chunk of streamApps(db, scope, chunkSize)) rows.push(...chunk);
  return rows;
}

eachDialect('lists of apps', (database) => {
  beforeAll(() => fillAppLists(database.db));

  it('agree with the plain lists for any query', async () => {
    const { db } = database;
    const all = await everything(db);
    expect(all).toHaveLength(67);
    await fc.assert(
      fc.asyncProperty(questions, scopes, async (question, scope) => {
        expect(await listApps(db, question, scope)).toEqual(model(all, question, scope));
      }),
      { numRuns: 1500 },
    );
  });

  it('are found whole, in their order, for any query', async () => {
    const { db } = database;
    const all = await everything(db);
    await fc.assert(
      fc.asyncProperty(questions, scopes, async (question, scope) => {
        const { rows } = model(all, { ...question, page: 0, pageSize: all.length }, scope);
        const appIDs = await findAppIDs(db, question, scope);
        expect(appIDs).toEqual(rows.map(({ appID }) => appID));
        const found: ListedApp[] = [];
        for await (const chunk of streamAppsByID(db, appIDs, scope, 7)) found.push(...chunk);
        expect(found).toEqual(rows);
      }),
      { numRuns: 200 },
    );
  });

  it('leave out what was given to somebody else while they are read', async () => {
    const { db } = database;
    const scope = { ownerId: 'u1' };
    const sort = { column: 'appName', descending: false } as const;
    const appIDs = await findAppIDs(db, { search: undefined, sort, filters: {} }, scope);
    const last = appIDs.at(-1) ?? '';
    const give = (ownerId: string) =>
      db.updateTable('app').set({ ownerId }).where('appID', '=', last).execute();
    const found: string[] = [];
    for await (const chunk of streamAppsByID(db, appIDs, scope, 2)) {
      if (found.length === 0) await give('u2');
      found.push(...chunk.map(({ appID }) => appID));
    }
    await give('u1');
    expect(found).toEqual(appIDs.slice(0, -1));
  });

  it('stream whole, newest first, in every size of chunk', async () => {
    const { db } = database;
    const all = await everything(db);
    const sort = { column: 'createdAt', descending: true } as const;
    for (const scope of [{}, { ownerId: 'u1' }, { configured: true }, { configured: false }]) {
      const { rows } = model(all, { page: 0, pageSize: 100, sort }, scope);
      for (const size of [1, 2, rows.length, 500]) {
        expect(await everything(db, scope, size)).toEqual(rows);
      }
    }
  });

  it('know when an app was changed last, also after an edit', async () => {
    const { db } = database;
    const listed = () =>
      db
        .selectFrom('app_list')
        .innerJoin('app', 'app.appID', 'app_list.appID')
        .select(['app.appID', 'app.updatedAt', 'app_list.updatedAt as listed'])
        .execute();
    expect((await listed()).filter(({ updatedAt, listed }) => updatedAt !== listed)).toEqual([]);
    const [first] = await listed();
    const edit = db.updateTable('app').where('appID', '=', first?.appID ?? '');
    await edit.set({ updatedAt: 1_800_000_000_000 }).execute();
    expect((await listed()).filter(({ updatedAt, listed }) => updatedAt !== listed)).toEqual([]);
    await edit.set({ updatedAt: first?.updatedAt ?? 0 }).execute();
  });

  it('count the apps of each status', async () => {
    const { db } = database;
    expect(await countByStatus(db)).toEqual({ apps: 67, live: 23, inDevelop: 22, suspend: 22 });
    const own = await countByStatus(db, { ownerId: 'u0' });
    expect(own.apps).toBe(14);
    expect(own.live + own.inDevelop + own.suspend).toBe(14);
    expect((await countByStatus(db, { ownerId: 'u9' })).apps).toBe(0);
  });
});
