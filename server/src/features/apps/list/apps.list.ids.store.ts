import { codesNamed } from '@adwarden/contract/countries';
import { exceptSign } from '@adwarden/contract/country-rule';
import { searchedText } from '@adwarden/contract/searched-text';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type FoundApps, findApps } from '../../../db/found-apps.ts';
import type { Db, Schema } from '../../../db/schema.ts';
import {
  anywhere,
  appsHolding,
  asciiLower,
  isOfAccount,
  isSearchable,
  spellings,
  usersHolding,
  wholeSpellings,
} from '../../../db/text-search.ts';
import { isPostgres } from '../../../db/which.ts';
import { loginKey } from '../../../kit/ids.ts';
import {
  type AppListFilters,
  type AppListQuestion,
  type AppListScope,
  choiceColumns,
  type TextColumn,
  textColumns,
  timeColumn,
} from './apps.list.table.ts';

type Builder = ExpressionBuilder<Schema, 'app_list'>;
type Condition = Expression<SqlBool>;

/**
 * The apps that match the search and the filters of a list. `indexed`: the ids come from one index or from a list; then
 * running the query again is cheaper than storing its result.
 */
export type Matching = FoundApps & { indexed: boolean };

/** The apps that match; null for all apps. */
export async function matchingIds(
  db: Db,
  { search, filters = {} }: Pick<AppListQuestion, 'search' | 'filters'>,
  scope: AppListScope,
): Promise<Matching | null> {
  const found = search ? await foundIds(db, searchedText(search)) : null;
  const filtered = Object.values(filters).some((value) => value !== undefined);
  if (!filtered && isEverything(scope)) return found;
  const amongFound = found ? [sql<boolean>`app_list.id in ${found.ids}`] : [];
  const matching = db
    .selectFrom('app_list')
    .select('app_list.id')
    .where((eb) =>
      eb.and([...scopeOf(db, eb, scope), ...filtersOf(db, eb, filters, scope), ...amongFound]),
    );
  // In the order of the table: SQLite then scans it, and builds the set much faster.
  const ids = isPostgres(db) ? matching : matching.orderBy('app_list.id').limit(everyId);
  return { ids, total: null, indexed: !filtered && !found && scope.configured === undefined };
}

/** Without a limit, SQLite would ignore the order of a subquery. */
const everyId = 1_000_000_000;

/** The conditions that limit a list to its scope. */
export function scopeOf(db: Db, eb: Builder, { ownerId, configured }: AppListScope): Condition[] {
  const conditions: Condition[] = [];
  if (ownerId !== undefined) conditions.push(eb('app_list.ownerId', '=', ownerId));
  if (configured === true) conditions.push(eb('app_list.configuredAt', 'is not', null));
  // The plus stops SQLite from using the index: most apps have no configuration.
  if (configured === false) {
    const column = sql.ref('app_list.configuredAt');
    conditions.push(eb(isPostgres(db) ? column : sql`+${column}`, 'is', null));
  }
  return conditions;
}

const isEverything = ({ ownerId, configured }: AppListScope) =>
  ownerId === undefined && configured === undefined;

/** Search in the app's texts and its owner's names. One or two characters must be the beginning of its name or ID. */
async function foundIds(db: Db, word: string): Promise<Matching> {
  if (!isSearchable(word)) {
    const ids = beginningIds(db, 'nameKey', word).union(beginningIds(db, 'appID', word));
    return { ids, total: null, indexed: false };
  }
  const apps = await findApps(db, word);
  const owners = usersHolding(db, word, ['userID', 'fullName']);
  // Owners' names seldom contain the word, and a union takes longer.
  if (!(await owners.limit(1).executeTakeFirst())) return { ...apps, indexed: true };
  const ids = db
    .selectFrom(apps.ids.as('found'))
    .select('found.id')
    .union(db.selectFrom('app_list').select('app_list.id').where('app_list.ownerId', 'in', owners));
  return { ids, total: null, indexed: false };
}

function beginningIds(db: Db, column: 'nameKey' | 'appID', word: string) {
  const last = '\u{10ffff}';
  return db
    .selectFrom('app_list')
    .select('app_list.id')
    .where((eb) =>
      eb.or(spellings(word).map((text) => eb.between(`app_list.${column}`, text, text + last))),
    );
}

function filtersOf(db: Db, eb: Builder, filters: AppListFilters, scope: AppListScope): Condition[] {
  const conditions: Condition[] = [];
  for (const column of Object.keys(textColumns) as TextColumn[]) {
    const word = filters[column];
    if (word) conditions.push(holding(db, eb, column, word));
  }
  for (const column of choiceColumns) {
    const value = filters[column];
    // Not `=`: with half of the rows found, one scan of the narrow table is faster than the index.
    if (value !== undefined) conditions.push(eb.not(eb(`app_list.${column}`, '<>', value)));
  }
  const { userID, exact, account, owner, finding } = filters;
  if (exact) conditions.push(isExactly(eb, searchedText(exact)));
  if (account) {
    const apps = db.selectFrom('app').select('app.appID').where(isOfAccount(db, account));
    conditions.push(eb('app_list.appID', 'in', apps));
  }
  if (finding) conditions.push(eb('app_list.appID', 'in', appsWithFinding(db, finding)));
  if (userID) {
    const owner = eb
      .selectFrom('app_user')
      .select('app_user.id')
      .where('app_user.userIDKey', '=', loginKey(userID));
    conditions.push(eb('app_list.ownerId', '=', owner));
  }
  if (owner) conditions.push(eb('app_list.ownerId', owner === 'any' ? 'is not' : 'is', null));
  const { createdFrom, createdTo, updatedFrom, updatedTo, requestsFrom, requestsTo } = filters;
  const ranges = [
    [timeColumn(scope), createdFrom, createdTo],
    ['updatedAt', updatedFrom, updatedTo],
    ['requests7d', requestsFrom, requestsTo],
  ] as const;
  for (const [column, from, to] of ranges) {
    const value = `app_list.${column}` as const;
    if (from !== undefined) conditions.push(eb.not(eb(value, '<', from)));
    if (to !== undefined) conditions.push(eb.not(eb(value, '>', to)));
  }
  return conditions;
}

/** Whether a text is the whole app ID, app name or package name. */
const isExactly = (eb: Builder, text: string): Condition =>
  eb.or([
    eb('app_list.appID', '=', text),
    eb('app_list.nameKey', 'in', wholeSpellings(text)),
    eb('app_list.packageKey', 'in', wholeSpellings(text)),
  ]);

/** The apps with an open finding. */
function appsWithFinding(db: Db, rule: NonNullable<AppListFilters['finding']>) {
  const apps = db
    .selectFrom('finding')
    .select('finding.appID')
    .where('finding.mutedAt', 'is', null);
  return rule === 'any' ? apps : apps.where('finding.rule', '=', rule);
}

/** A part of one column: by the text index, if the column has one, in upper or lower case. */
function holding(db: Db, eb: Builder, column: TextColumn, word: string): Condition {
  if (isSearchable(word)) {
    switch (column) {
      case 'appID':
      case 'appName':
      case 'packageName':
      case 'accountName':
        return eb('app_list.id', 'in', appsHolding(db, word, column));
      case 'fullName':
        return eb('app_list.ownerId', 'in', usersHolding(db, word, ['fullName']));
    }
  }
  const key = sql.ref(`app_list.${textColumns[column]}`);
  const ofCountries = column === 'country' ? codesNamed(word) : [];
  const words = isSearchable(word) ? [asciiLower(word)] : spellings(word);
  return eb.or([
    ...words.map((text) => sql<boolean>`lower(${key}) like ${anywhere(text)} escape '\\'`),
    // Lists show names and store codes, with a sign before each when they are exceptions.
    ...ofCountries.map(
      (code) =>
        sql<boolean>`',' || replace(${key}, ${exceptSign}, '') || ',' like ${`%,${code.toLowerCase()},%`}`,
    ),
  ]);
}
