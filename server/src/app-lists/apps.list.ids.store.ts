import { codesNamed } from '@adwarden/contract/countries';
import { exceptSign } from '@adwarden/contract/country-rule';
import type { Person } from '@adwarden/contract/people/people';
import { searchedText } from '@adwarden/contract/searched-text';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type FoundApps, findApps } from '../db/found-apps.ts';
import type { Db, Schema } from '../db/schema.ts';
import {
  anywhere,
  appBegins,
  appsHolding,
  asciiLower,
  isFoldedKey,
  isOfAccount,
  isSearchable,
  keyHolds,
  usersHolding,
  wholeSpellings,
} from '../db/text-search.ts';
import { isPostgres } from '../db/which.ts';
import { loginKey } from '../kit/ids.ts';
import { appsNamed, termsOf } from '../sight/pasted-lists.store.ts';
import { isPausedNow } from '../sight/pauses.store.ts';
import { requestsSeen } from '../sight/requests.store.ts';
import {
  type AppListFilters,
  type AppListQuestion,
  type AppListScope,
  choiceColumns,
  type TextColumn,
  textColumns,
  timeColumn,
  viewerOf,
} from './apps.list.table.ts';

type Builder = ExpressionBuilder<Schema, 'app_list'>;
type Condition = Expression<SqlBool>;

/**
 * The apps that match the search and the filters of a list. `indexed`: the ids come from one index or from a list, so running the
 * query again is cheaper than storing its result.
 */
export type Matching = FoundApps & { indexed: boolean };

type Question = Pick<AppListQuestion, 'search' | 'filters'>;

/** Finds the apps that match; null for all apps. */
export async function matchingIds(
  db: Db,
  question: Question,
  scope: AppListScope,
): Promise<Matching | null> {
  const { found, filtered, conditions } = await readQuestion(db, question, scope);
  if (!filtered && isEverything(scope)) return found;
  const matching = db
    .selectFrom('app_list')
    .select('app_list.id')
    .where((eb) => eb.and(conditions(eb)));
  // SQLite makes the set of ids much faster when it reads them in the order of the table.
  const ids = isPostgres(db) ? matching : matching.orderBy('app_list.id').limit(everyId);
  return { ids, total: null, indexed: !filtered && !found && scope.configured === undefined };
}

/** Builds the conditions for the matching apps; none for all apps. */
export const matchingConditions = async (db: Db, question: Question, scope: AppListScope) =>
  (await readQuestion(db, question, scope)).conditions;

/** Reads what the conditions need: the ids that the search found, and the terms of a pasted list. */
async function readQuestion(db: Db, { search, filters = {} }: Question, scope: AppListScope) {
  const found = search ? await foundIds(db, searchedText(search)) : null;
  const { pasted } = filters;
  const terms = pasted === undefined ? null : await termsOf(db, pasted, viewerOf(scope));
  const conditions = (eb: Builder): Condition[] => [
    ...scopeOf(db, eb, scope),
    ...filtersOf(db, eb, filters, scope),
    ...(terms ? [sql<boolean>`app_list.id in ${appsNamed(db, terms)}`] : []),
    ...(found ? [sql<boolean>`app_list.id in ${found.ids}`] : []),
  ];
  const filtered = Object.values(filters).some((value) => value !== undefined);
  return { found, filtered, conditions };
}

/** A limit that no list reaches: without one, SQLite would ignore the order of a subquery. */
const everyId = 1_000_000_000;

/** Builds the conditions that limit a list to its scope. */
export function scopeOf(db: Db, eb: Builder, { ownerId, configured }: AppListScope): Condition[] {
  const conditions: Condition[] = [];
  if (ownerId !== undefined) conditions.push(eb('app_list.ownerId', '=', ownerId));
  if (configured === true) conditions.push(eb('app_list.configuredAt', 'is not', null));
  // The plus keeps SQLite from using the index: most apps have no configuration.
  if (configured === false) {
    const column = sql.ref('app_list.configuredAt');
    conditions.push(eb(isPostgres(db) ? column : sql`+${column}`, 'is', null));
  }
  return conditions;
}

const isEverything = ({ ownerId, configured }: AppListScope) =>
  ownerId === undefined && configured === undefined;

/**
 * Searches the app's texts and its owner's names; null when all apps are found. One or two characters must begin an app's name or
 * ID.
 */
async function foundIds(db: Db, word: string): Promise<Matching | null> {
  if (!isSearchable(word)) {
    const ids = db
      .selectFrom('app_list')
      .select('app_list.id')
      .where(appBegins(db, word, { orID: true }));
    return { ids, total: null, indexed: false };
  }
  const apps = await findApps(db, word);
  // A page of all apps takes 1 ms; a page of 100,000 ids takes 40.
  if (apps.total !== null && apps.total === (await countOfAll(db))) return null;
  const owners = usersHolding(db, word, ['userID', 'fullName']);
  // Owners' names seldom contain the word, and a union takes longer.
  if (!(await owners.limit(1).executeTakeFirst())) return { ...apps, indexed: true };
  const ids = db
    .selectFrom(apps.ids.as('found'))
    .select('found.id')
    .union(db.selectFrom('app_list').select('app_list.id').where('app_list.ownerId', 'in', owners));
  return { ids, total: null, indexed: false };
}

async function countOfAll(db: Db): Promise<number> {
  const { apps } = await db
    .selectFrom('app_list')
    .select(({ fn }) => fn.countAll<number>().as('apps'))
    .executeTakeFirstOrThrow();
  return apps;
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
  for (const name of Object.keys(states) as (keyof typeof states)[]) {
    const wanted = filters[name];
    if (wanted === undefined) continue;
    const isSo = states[name](db, eb, scope);
    conditions.push(wanted === 'yes' ? isSo : eb.not(isSo));
  }
  if (filters.traffic) conditions.push(traffics[filters.traffic](db, eb));
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

/** The condition of each filter that asks for a present state of the app. */
export const states = {
  paused: (db: Db, eb: Builder): Condition => isPausedNow(db, eb),
  scheduled: (db: Db, eb: Builder, scope: AppListScope): Condition =>
    eb('app_list.appID', 'in', appsWithSchedule(db, viewerOf(scope))),
} as const;

/** The condition of each value of the filter `traffic`. */
export const traffics = {
  any: (_: Db, eb: Builder) => eb('app_list.requests7d', '>', 0),
  'without-ads': (db: Db, eb: Builder) =>
    eb.and([eb('app_list.requests7d', '>', 0), getsNoAds(db, eb)]),
  none: (_: Db, eb: Builder) => eb.not(eb('app_list.requests7d', '>', 0)),
} as const;

/**
 * Matches the apps of which no phone gets ads, as `deliveryOf` says for single apps. Whether the IP rules let any phone through
 * is known from the requests of the last seven days and the rules that they met, counted every hour.
 */
function getsNoAds(db: Db, eb: Builder): Condition {
  const withoutUnits = db
    .selectFrom('finding')
    .select('finding.appID')
    .where('finding.rule', '=', 'no-ad-unit');
  // The finding is about live apps only. The ad units of other apps are in the wide table, so this condition comes last.
  const isEmpty = eb.exists(
    eb
      .selectFrom('app')
      .select('app.appID')
      .whereRef('app.appID', '=', 'app_list.appID')
      .where('app.adUnits', '=', '{}'),
  );
  return eb.or([
    eb('app_list.appStatus', '=', 'suspend'),
    eb('app_list.adsStatus', '=', 'off'),
    eb.and([
      eb('app_list.ipAddress', '=', 'on'),
      eb('app_list.allowed7d', 'is not distinct from', 0),
    ]),
    eb('app_list.appID', 'in', withoutUnits),
    isPausedNow(db, eb),
    eb.and([eb('app_list.appStatus', '=', 'in-develop'), isEmpty]),
  ]);
}

/**
 * Selects the apps with a scheduled change that a person sees. A former owner's change is never applied, so it does not count.
 */
const appsWithSchedule = (db: Db, viewer: Person) =>
  db
    .selectFrom('change_request')
    .innerJoin('app_list as changed', 'changed.appID', 'change_request.appID')
    .select('change_request.appID')
    .where('change_request.state', '=', 'scheduled')
    .where((eb) => eb.and(requestsSeen(eb, viewer)))
    .where((eb) =>
      eb.or([
        eb('change_request.authorKind', '=', 'admin'),
        eb('change_request.authorId', '=', eb.ref('changed.ownerId')),
      ]),
    );

/** Matches an app whose whole ID, app name or package name is this text. */
const isExactly = (eb: Builder, text: string): Condition =>
  eb.or([
    eb('app_list.appID', '=', text),
    eb('app_list.nameKey', 'in', wholeSpellings(text)),
    eb('app_list.packageKey', 'in', wholeSpellings(text)),
  ]);

/** Selects the apps with an open finding. */
function appsWithFinding(db: Db, rule: NonNullable<AppListFilters['finding']>) {
  const apps = db
    .selectFrom('finding')
    .select('finding.appID')
    .where('finding.mutedAt', 'is', null);
  return rule === 'any' ? apps : apps.where('finding.rule', '=', rule);
}

/** Matches a part of one column: by the text index, if the column has one. */
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
  const name = textColumns[column];
  if (isFoldedKey(name)) return keyHolds(db, name, word);
  const key = sql.ref(`app_list.${name}`);
  const ofCountries = column === 'country' ? codesNamed(word) : [];
  return eb.or([
    sql<boolean>`lower(${key}) like ${anywhere(asciiLower(word))} escape '\\'`,
    // Lists show country names and store codes, with a sign before each code of an exception.
    ...ofCountries.map(
      (code) =>
        sql<boolean>`',' || replace(${key}, ${exceptSign}, '') || ',' like ${`%,${code.toLowerCase()},%`}`,
    ),
  ]);
}
