import type { FindingRule } from '@adwarden/contract/findings/rules';
import { searchedText } from '@adwarden/contract/searched-text';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type FoundApps, findApps } from '../../db/found-apps.ts';
import type { Db, Schema } from '../../db/schema.ts';
import { appBegins, isSearchable, keyHolds } from '../../db/text-search.ts';
import { isPostgres } from '../../db/which.ts';
import { type FindingKey, type FindingRow, installation } from './findings.table.ts';

/** The findings to return; an owner gets only those of their own apps. */
export type FindingFilter = {
  ownerId?: string | undefined;
  rank?: number | undefined;
  rule?: FindingRule | undefined;
  appID?: string | undefined;
  /** A part of the account name. */
  account?: string | undefined;
  /** A part of the name, ID, package name, account name or ad units of the app. */
  search?: string | undefined;
  muted?: boolean | undefined;
};

/** A finding with the names of its app, '' for one about the installation. */
export type ListedFinding = FindingRow & { appName: string; accountName: string };

/**
 * The part of a filter about the findings themselves, and the part about their apps: the owner, and the apps that its words have
 * found.
 */
type OfFindings = Omit<FindingFilter, 'ownerId' | 'account' | 'search'>;
type OfApps = { ownerId: string | undefined; found: FoundApps[] };

type Builder = ExpressionBuilder<Schema, 'finding'>;

/** The number of apps above which, on SQLite, the findings are read and then their apps looked up. */
const few = 2000;

/** Returns a page of findings, the worst first, then the newest; and the number of all. */
export async function pageOfFindings(
  db: Db,
  filter: FindingFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: ListedFinding[]; total: number }> {
  const apps = await ofApps(db, filter);
  const matching = db
    .selectFrom('finding')
    .where((eb) => eb.and([...conditionsOf(eb, filter), ...conditionsOfApps(db, eb, apps)]));
  const [rows, { total }] = await Promise.all([
    matching
      .selectAll()
      .orderBy('rank')
      .orderBy('since', 'desc')
      .orderBy('appID')
      .orderBy('rule')
      .orderBy('field')
      .limit(pageSize)
      .offset(page * pageSize)
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows: await withNames(db, rows), total };
}

/** An app with findings, and its requests of the last seven days. */
export type FoundApp = { appID: string; requests7d: number };

/**
 * Returns a page of the apps with findings of this kind, and the number of all: apps with most requests first, then those with
 * the worst finding. `offset` counts apps.
 */
export async function appsWithFindings(
  db: Db,
  filter: FindingFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ apps: FoundApp[]; total: number }> {
  const { ownerId, found } = await ofApps(db, filter);
  const findings = db
    .selectFrom('finding')
    .where('finding.appID', '<>', installation)
    .where((eb) => eb.and(conditionsOf(eb, filter)));
  // The plus keeps SQLite from fetching and sorting all of these apps: it reads the index of the requests instead.
  const column = (name: 'id' | 'appID') =>
    isPostgres(db) ? sql.ref(`app_list.${name}`) : sql`+${sql.ref(`app_list.${name}`)}`;
  const apps = db
    .selectFrom('app_list')
    .where(sql<boolean>`${column('appID')} in ${findings.select('finding.appID')}`)
    .where((eb) =>
      eb.and([
        ...(ownerId === undefined ? [] : [eb('app_list.ownerId', '=', ownerId)]),
        ...found.map(({ ids }) => sql<boolean>`${column('id')} in ${ids}`),
      ]),
    );
  const rank = findings
    .select((eb) => eb.fn.min('finding.rank').as('rank'))
    .where(sql<boolean>`finding."appID" = app_list."appID"`);
  const counted =
    ownerId === undefined
      ? findings
          .where((eb) => eb.and(conditionsOfApps(db, eb, { ownerId, found })))
          .select((eb) => eb.fn.count<number>('finding.appID').distinct().as('total'))
      : apps.select((eb) => eb.fn.countAll<number>().as('total'));
  const byRequests = apps
    .select(['app_list.appID', 'app_list.requests7d'])
    .orderBy('app_list.requests7d', 'desc');
  // Findings of one rank are equal. To find the smallest rank, SQLite would read all findings of that rank for each app.
  const byRank = filter.rank === undefined ? byRequests.orderBy(rank) : byRequests;
  const [rows, { total }] = await Promise.all([
    byRank.orderBy('app_list.appID').limit(limit).offset(offset).execute(),
    counted.executeTakeFirstOrThrow(),
  ]);
  return { apps: rows, total };
}

/** Returns the findings of this kind in some apps, which the words of the filter have found, the worst first, then the newest. */
export async function findingsOfApps(
  db: Db,
  { ownerId, ...filter }: Omit<FindingFilter, 'account' | 'search'>,
  appIDs: string[],
): Promise<ListedFinding[]> {
  if (appIDs.length === 0) return [];
  const rows = await db
    .selectFrom('finding')
    .selectAll()
    .where('finding.appID', 'in', appIDs)
    .where((eb) =>
      eb.and([...conditionsOf(eb, filter), ...conditionsOfApps(db, eb, { ownerId, found: [] })]),
    )
    .orderBy('rank')
    .orderBy('since', 'desc')
    .orderBy('rule')
    .orderBy('field')
    .execute();
  return withNames(db, rows);
}

/** Returns one finding, if the filter lets it through. */
export async function namedFinding(
  db: Db,
  { appID, rule, field }: FindingKey,
  { ownerId }: Pick<FindingFilter, 'ownerId'> = {},
): Promise<ListedFinding | undefined> {
  const rows = await db
    .selectFrom('finding')
    .selectAll()
    .where('appID', '=', appID)
    .where('rule', '=', rule)
    .where('field', '=', field)
    .where((eb) => eb.and(conditionsOfApps(db, eb, { ownerId, found: [] })))
    .execute();
  return (await withNames(db, rows))[0];
}

async function withNames(db: Db, rows: FindingRow[]): Promise<ListedFinding[]> {
  const apps = await namesOf(db, [...new Set(rows.map(({ appID }) => appID))]);
  return rows.map((row) => {
    const { appName = '', accountName = '' } = apps.get(row.appID) ?? {};
    return { ...row, appName, accountName };
  });
}

export type AppNames = {
  appID: string;
  appName: string;
  accountName: string;
  ownerId: string | null;
};

/** Returns the names of those of the apps that exist. */
export async function namesOf(db: Db, appIDs: string[]): Promise<Map<string, AppNames>> {
  if (appIDs.length === 0) return new Map();
  const rows = await db
    .selectFrom('app')
    .select(['appID', 'appName', 'accountName', 'ownerId'])
    .where('appID', 'in', appIDs)
    .execute();
  return new Map(rows.map((row) => [row.appID, row]));
}

function conditionsOf(eb: Builder, filter: OfFindings): Expression<SqlBool>[] {
  const { rank, rule, appID, muted } = filter;
  const conditions: Expression<SqlBool>[] = [];
  if (rank !== undefined) conditions.push(eb('finding.rank', '=', rank));
  if (rule) conditions.push(eb('finding.rule', '=', rule));
  if (appID) conditions.push(eb('finding.appID', '=', appID));
  if (muted !== undefined) conditions.push(eb('finding.mutedAt', muted ? 'is not' : 'is', null));
  return conditions;
}

async function ofApps(db: Db, { ownerId, account, search }: FindingFilter): Promise<OfApps> {
  const found: FoundApps[] = [];
  if (account) found.push(await appsOfAccount(db, account));
  if (search) found.push(await appsFound(db, searchedText(search)));
  return { ownerId, found };
}

function conditionsOfApps(db: Db, eb: Builder, { ownerId, found }: OfApps): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = found.map(({ ids, total }) => {
    const apps = eb.selectFrom('app_list').select('app_list.appID');
    if (isPostgres(db) || (total ?? 0) <= few) {
      return eb('finding.appID', 'in', apps.where(sql<boolean>`app_list.id in ${ids}`));
    }
    return eb.exists(
      apps
        .whereRef('app_list.appID', '=', 'finding.appID')
        .where(sql<boolean>`+app_list.id in ${ids}`),
    );
  });
  if (ownerId !== undefined) conditions.push(eb('finding.appID', 'in', appsOfOwner(eb, ownerId)));
  return conditions;
}

function appsOfOwner(eb: Builder, ownerId: string) {
  return eb.selectFrom('app').select('app.appID').where('app.ownerId', '=', ownerId);
}

async function appsOfAccount(db: Db, word: string): Promise<FoundApps> {
  if (isSearchable(word)) return findApps(db, word, 'accountName');
  const ids = db
    .selectFrom('app_list')
    .select('app_list.id')
    .where(keyHolds(db, 'accountKey', word));
  return { ids, total: null };
}

/** Finds apps by a word. One or two characters must begin the app's name or ID. */
async function appsFound(db: Db, word: string): Promise<FoundApps> {
  if (isSearchable(word)) return findApps(db, word);
  const ids = db
    .selectFrom('app_list')
    .select('app_list.id')
    .where(appBegins(db, word, { orID: true }));
  return { ids, total: null };
}

/** Counts, for each rule with open findings of apps, the apps that it concerns. */
export function appsByRule(db: Db, { ownerId }: Pick<FindingFilter, 'ownerId'>) {
  return db
    .selectFrom('finding')
    .select((eb) => ['finding.rule', eb.fn.count<number>('finding.appID').distinct().as('apps')])
    .where('finding.mutedAt', 'is', null)
    .where('finding.appID', '<>', installation)
    .where((eb) => eb.and(conditionsOfApps(db, eb, { ownerId, found: [] })))
    .groupBy('finding.rule')
    .execute();
}
