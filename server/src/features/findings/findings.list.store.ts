import type { FindingRule } from '@adwarden/contract/findings/rules';
import { searchedText } from '@adwarden/contract/searched-text';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Schema } from '../../db/schema.ts';
import { anywhere, appsHolding, isSearchable, spellings } from '../../db/text-search.ts';
import { isPostgres } from '../../db/which.ts';
import { type FindingKey, type FindingRow, installation } from './findings.table.ts';

/** Which findings to return; an owner gets only those of their own apps. */
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

type Builder = ExpressionBuilder<Schema, 'finding'>;

/** A page of findings, the worst first, then the newest; and how many there are. */
export async function pageOfFindings(
  db: Db,
  filter: FindingFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: ListedFinding[]; total: number }> {
  const matching = db.selectFrom('finding').where((eb) => eb.and(conditionsOf(db, eb, filter)));
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
 * A page of the apps with findings of this kind, and how many there are: those with most requests first, then those with
 * the worst finding. `offset` counts apps.
 */
export async function appsWithFindings(
  db: Db,
  { ownerId, ...filter }: FindingFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ apps: FoundApp[]; total: number }> {
  const found = db
    .selectFrom('finding')
    .where('finding.appID', '<>', installation)
    .where((eb) => eb.and(conditionsOf(db, eb, filter)));
  // The plus stops SQLite from fetching and sorting all of these apps: it reads the index of the requests instead.
  const id = isPostgres(db) ? sql<string>`app_list."appID"` : sql<string>`+app_list."appID"`;
  const apps = db
    .selectFrom('app_list')
    .where(id, 'in', found.select('finding.appID'))
    .where((eb) => eb.and(ownerId === undefined ? [] : [eb('app_list.ownerId', '=', ownerId)]));
  const rank = found
    .select((eb) => eb.fn.min('finding.rank').as('rank'))
    .where(sql<boolean>`finding."appID" = app_list."appID"`);
  const counted =
    ownerId === undefined
      ? found.select((eb) => eb.fn.count<number>('finding.appID').distinct().as('total'))
      : apps.select((eb) => eb.fn.countAll<number>().as('total'));
  const byRequests = apps
    .select(['app_list.appID', 'app_list.requests7d'])
    .orderBy('app_list.requests7d', 'desc');
  // Findings of one rank are equal. Asked for the smallest one, SQLite would read all of that rank for each app.
  const byRank = filter.rank === undefined ? byRequests.orderBy(rank) : byRequests;
  const [rows, { total }] = await Promise.all([
    byRank.orderBy('app_list.appID').limit(limit).offset(offset).execute(),
    counted.executeTakeFirstOrThrow(),
  ]);
  return { apps: rows, total };
}

/** The findings of this kind of some apps, the worst first, then the newest. */
export async function findingsOfApps(
  db: Db,
  filter: FindingFilter,
  appIDs: string[],
): Promise<ListedFinding[]> {
  if (appIDs.length === 0) return [];
  const rows = await db
    .selectFrom('finding')
    .selectAll()
    .where('finding.appID', 'in', appIDs)
    .where((eb) => eb.and(conditionsOf(db, eb, filter)))
    .orderBy('rank')
    .orderBy('since', 'desc')
    .orderBy('rule')
    .orderBy('field')
    .execute();
  return withNames(db, rows);
}

/** One finding, if the filter lets it through. */
export async function namedFinding(
  db: Db,
  { appID, rule, field }: FindingKey,
  filter: FindingFilter = {},
): Promise<ListedFinding | undefined> {
  const rows = await db
    .selectFrom('finding')
    .selectAll()
    .where('appID', '=', appID)
    .where('rule', '=', rule)
    .where('field', '=', field)
    .where((eb) => eb.and(conditionsOf(db, eb, filter)))
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

/** The names of those of the apps that exist. */
export async function namesOf(db: Db, appIDs: string[]): Promise<Map<string, AppNames>> {
  if (appIDs.length === 0) return new Map();
  const rows = await db
    .selectFrom('app')
    .select(['appID', 'appName', 'accountName', 'ownerId'])
    .where('appID', 'in', appIDs)
    .execute();
  return new Map(rows.map((row) => [row.appID, row]));
}

function conditionsOf(db: Db, eb: Builder, filter: FindingFilter): Expression<SqlBool>[] {
  const { ownerId, rank, rule, appID, account, search, muted } = filter;
  const conditions: Expression<SqlBool>[] = [];
  if (ownerId !== undefined) conditions.push(eb('finding.appID', 'in', appsOfOwner(eb, ownerId)));
  if (rank !== undefined) conditions.push(eb('finding.rank', '=', rank));
  if (rule) conditions.push(eb('finding.rule', '=', rule));
  if (appID) conditions.push(eb('finding.appID', '=', appID));
  if (muted !== undefined) conditions.push(eb('finding.mutedAt', muted ? 'is not' : 'is', null));
  if (account) conditions.push(eb('finding.appID', 'in', appsOfAccount(db, account)));
  if (search) conditions.push(eb('finding.appID', 'in', appsFound(db, searchedText(search))));
  return conditions;
}

function appsOfOwner(eb: Builder, ownerId: string) {
  return eb.selectFrom('app').select('app.appID').where('app.ownerId', '=', ownerId);
}

function appsOfAccount(db: Db, word: string) {
  const apps = db.selectFrom('app_list').select('app_list.appID');
  if (isSearchable(word)) {
    return apps.where('app_list.id', 'in', appsHolding(db, word, 'accountName'));
  }
  return apps.where((eb) =>
    eb.or(
      spellings(word).map(
        (text) => sql<boolean>`${eb.ref('app_list.accountKey')} like ${anywhere(text)} escape '\\'`,
      ),
    ),
  );
}

/** One or two characters must be the beginning of the app's name or ID. */
function appsFound(db: Db, word: string) {
  const apps = db.selectFrom('app_list').select('app_list.appID');
  if (isSearchable(word)) return apps.where('app_list.id', 'in', appsHolding(db, word));
  const last = '\u{10ffff}';
  return apps.where((eb) =>
    eb.or(
      spellings(word).flatMap((text) => [
        eb.between('app_list.nameKey', text, text + last),
        eb.between('app_list.appID', text, text + last),
      ]),
    ),
  );
}

/** The rules with open findings of apps, and how many apps each concerns. */
export function appsByRule(db: Db, { ownerId }: Pick<FindingFilter, 'ownerId'>) {
  return db
    .selectFrom('finding')
    .select((eb) => ['finding.rule', eb.fn.count<number>('finding.appID').distinct().as('apps')])
    .where('finding.mutedAt', 'is', null)
    .where('finding.appID', '<>', installation)
    .where((eb) => eb.and(ownerId === undefined ? [] : conditionsOf(db, eb, { ownerId })))
    .groupBy('finding.rule')
    .execute();
}
