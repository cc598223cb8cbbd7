import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/*
 * The text index of the log. For each entry it holds who did it, what it happened to, and the changed values, before and after.
 * Tokens and internal ids are left out. Triggers fill it, because the earlier state is in the log itself.
 */

const unsearched = ['tokens', 'id', 'ownerId', 'iconHash', 'countryCodes', 'version', 'createdAt'];
const isSearched = `key not in (${unsearched.map((name) => `'${name}'`).join(', ')})`;

/** Builds the query for the row before an entry; '{}' for a thing that is new or gone, so that it differs in every field. */
const earlierRow = (entry: string) =>
  `coalesce((select case when e.action = 'delete' or ${entry}.action = 'delete' then '{}' else e."row" end
     from change e where e.entity = ${entry}.entity and e."key" = ${entry}."key" and e.seq < ${entry}.seq
     order by e.seq desc limit 1), '{}')`;

/** The way in which one database reads JSON and joins texts. */
type Json = { each: (row: string) => string; join: string; differs: string; value: string };

/** Builds the query for the searched values of `row` that `other` does not have, one per line. */
const changed = ({ each, join, differs, value }: Json, row: string, other: string) =>
  `coalesce((select ${join}(${value}, chr(10)) from ${each(row)} where ${isSearched}
     and ${value} ${differs} (${other} ->> key)), '')`;

const appNameNow = `(select "appName" from app where "appID" = c."key")`;

/** Builds the query for the texts of entries; `source` is an alias of `change` or of one row. */
function textsOf(json: Json, source: string, cast = '', appName = appNameNow): string {
  const name = (field: string) => `c.now ->> '${field}'`;
  return `select c.seq, c."actorName" || chr(10) || c."key" || chr(10)
      || coalesce(${name('appName')}, ${name('fullName')}, ${appName}, '')
      || chr(10) || ${changed(json, 'c.now', 'c.earlier')}
      || chr(10) || ${changed(json, 'c.earlier', 'c.now')} as texts
    from (select n.seq, n."key", n."actorName", n."row"${cast} as now, (${earlierRow('n')})${cast} as earlier
      from ${source}) c`;
}

const sqliteJson: Json = {
  each: (row) => `json_each(${row})`,
  join: 'group_concat',
  differs: 'is not',
  value: 'value',
};
/** Builds a query for the texts of entries of `source`, for SQLite. */
export const sqliteTexts = (source: string) =>
  textsOf(sqliteJson, source).replaceAll('chr(', 'char(');
/** Builds the same query for older entries: with the name that an app had then, if the log still has it. */
export const sqliteEarlierTexts = (source: string) =>
  textsOf(
    sqliteJson,
    source,
    '',
    `(select a."row" ->> 'appName' from change a where a.entity = 'app' and a."key" = c."key"
       and a.seq < c.seq order by a.seq desc limit 1), ${appNameNow}`,
  ).replaceAll('chr(', 'char(');
const sqlite = [
  `create virtual table change_search using fts5(
     texts, content='', contentless_delete=1, tokenize='trigram')`,
  `insert into change_search (rowid, texts) ${sqliteTexts('change n')}`,
  `create trigger change_search_insert after insert on change begin
     insert into change_search (rowid, texts) ${sqliteTexts('(select * from change where seq = new.seq) n')};
   end`,
  `create trigger change_search_delete after delete on change begin
     delete from change_search where rowid = old.seq;
   end`,
];

const postgresJson: Json = {
  each: (row) => `jsonb_each_text(${row})`,
  join: 'string_agg',
  differs: 'is distinct from',
  value: 'value',
};
/** Builds a query for the texts of entries of `source`, for PostgreSQL. */
export const postgresTexts = (source: string) =>
  `select seq, adwarden_fold(texts) from (${textsOf(postgresJson, source, '::jsonb')}) t`;
const postgres = [
  `create table change_search (
     seq bigint primary key references change (seq) on delete cascade,
     texts text collate "C" not null)`,
  `insert into change_search (seq, texts) ${postgresTexts('change n')}`,
  'create index change_search_texts on change_search using gin (texts gin_trgm_ops)',
  `create function change_search_insert() returns trigger language plpgsql as $$ begin
     insert into change_search (seq, texts) ${postgresTexts('added n')};
     return null;
   end $$`,
  // The trigger runs once per statement: a run per row took 0.7 ms, most of it for planning the query.
  `create trigger change_search_insert after insert on change referencing new table as added
     for each statement execute function change_search_insert()`,
];

/** Lets the log be searched by person, thing and value. */
export const changeSearch: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = dialectOf(db).postgres ? postgres : sqlite;
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
