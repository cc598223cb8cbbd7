import { type Kysely, sql } from 'kysely';

/*
 * Triggers of PostgreSQL keep `app_list` and the two text indexes in step with the tables that stores write. `app_search` and
 * `user_search` contain the texts in lower case, one line for each column; trigrams find substrings of three or more characters.
 * Only the last column, the ad units, has several lines; no other text has a line break.
 */

const functions = [
  `create function adwarden_now() returns bigint language sql volatile
     as $$ select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) $$`,
  // Makes lower case in all scripts, as SQLite's trigrams do. The columns' collation "C" knows A to Z only.
  `create function adwarden_fold(word text) returns text language sql immutable strict parallel safe
     as $$ select lower(word collate "und-x-icu") collate "C" $$`,
];

const textIndexes = [
  'create extension if not exists pg_trgm',
  ...[
    ['app_search', 'bigint', 'app_list'],
    ['user_search', 'text collate "C"', 'app_user'],
  ].flatMap(([table, type, owner]) => [
    `create table ${table} (
       id ${type} primary key references ${owner} (id) on delete cascade,
       texts text collate "C" not null)`,
    `create index ${table}_texts on ${table} using gin (texts gin_trgm_ops)`,
  ]),
];

const adUnits = `(select coalesce(string_agg(value, chr(10)), '') from json_each_text(new."adUnits"::json))`;
const ownerKey = `coalesce((select lower("fullName") from app_user where id = new."ownerId"), '')`;
const folded = (texts: string[]) => `adwarden_fold(${texts.join(' || chr(10) || ')})`;
const appTexts = folded([
  'new."appID"',
  'new."appName"',
  'new."packageName"',
  'new."accountName"',
  adUnits,
]);
const userTexts = folded(['new."userID"', 'new."fullName"', 'new.position']);

/** The name of each trigger, its event, and what its function does. */
const triggers: [string, string, string][] = [
  [
    'app_list_insert',
    'after insert on app',
    `insert into app_list ("appID", "nameKey", "packageKey", "accountKey", "ownerKey", "ownerId",
       category, "adsStatus", "appStatus", "visibleExtra", "ipAddress", "createdAt")
     values (new."appID", lower(new."appName"), lower(new."packageName"), lower(new."accountName"),
       ${ownerKey}, new."ownerId", new.category, new."adsStatus", new."appStatus",
       new."visibleExtra", new."ipAddress", new."createdAt");
     insert into app_search (id, texts)
     select id, ${appTexts} from app_list where "appID" = new."appID";`,
  ],
  [
    'app_list_update',
    `after update of "appName", "packageName", "accountName", "ownerId", category, "adsStatus",
       "appStatus", "visibleExtra", "ipAddress", "createdAt" on app`,
    `update app_list set "nameKey" = lower(new."appName"), "packageKey" = lower(new."packageName"),
       "accountKey" = lower(new."accountName"), "ownerKey" = ${ownerKey}, "ownerId" = new."ownerId",
       category = new.category, "adsStatus" = new."adsStatus", "appStatus" = new."appStatus",
       "visibleExtra" = new."visibleExtra", "ipAddress" = new."ipAddress",
       "createdAt" = new."createdAt"
     where "appID" = new."appID";`,
  ],
  [
    'app_search_update',
    `after update of "appName", "packageName", "accountName", "adUnits" on app`,
    `if (old."appName", old."packageName", old."accountName", old."adUnits")
       is distinct from (new."appName", new."packageName", new."accountName", new."adUnits") then
       update app_search set texts = ${appTexts}
       where id = (select id from app_list where "appID" = new."appID");
     end if;`,
  ],
  ['app_list_delete', 'after delete on app', `delete from app_list where "appID" = old."appID";`],
  [
    'app_list_token',
    'after insert or update on app_token',
    `if new.until is null then
       update app_list set "authToken" = new.token where "appID" = new."appID";
     end if;`,
  ],
  [
    'app_list_configuration',
    'after insert or update on app_configuration',
    `update app_list set "countryKey" = lower(new.country), "configuredAt" = new."createdAt"
     where "appID" = new."appID";`,
  ],
  [
    'app_list_configuration_delete',
    'after delete on app_configuration',
    `update app_list set "countryKey" = '', "configuredAt" = null where "appID" = old."appID";`,
  ],
  [
    'app_list_owner',
    'after update of "fullName" on app_user',
    `if old."fullName" is distinct from new."fullName" then
       update app_list set "ownerKey" = lower(new."fullName") where "ownerId" = new.id;
     end if;`,
  ],
  [
    'user_search_insert',
    'after insert on app_user',
    `insert into user_search (id, texts) values (new.id, ${userTexts});`,
  ],
  [
    'user_search_update',
    'after update of "userID", "fullName", position on app_user',
    `update user_search set texts = ${userTexts} where id = new.id;`,
  ],
];

/** Creates our functions, the text indexes and the triggers. */
export async function createSearchIndexPostgres(db: Kysely<unknown>): Promise<void> {
  const bodies = triggers.flatMap(([name, event, step]) => [
    `create function ${name}() returns trigger language plpgsql
       as $$ begin ${step} return null; end $$`,
    `create trigger ${name} ${event} for each row execute function ${name}()`,
  ]);
  for (const statement of [...functions, ...textIndexes, ...bodies]) {
    await sql.raw(statement).execute(db);
  }
}
