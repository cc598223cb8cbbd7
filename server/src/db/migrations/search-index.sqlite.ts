import { type Kysely, sql } from 'kysely';

/*
 * Triggers of SQLite keep `app_list` and the two text indexes in step with the tables that stores write. `app_search` finds
 * substrings of three and more characters, in any case, by trigrams. It stores no text of its own (`content=''`): a row has the
 * number of the row of `app_list` with the text. VACUUM keeps these numbers, because the key of `app_list` is an explicit
 * integer.
 */

const textIndexes = [
  `create virtual table app_search using fts5(
     appID, appName, packageName, accountName, adUnits,
     content='', contentless_delete=1, tokenize='trigram')`,
  `create virtual table user_search using fts5(
     id unindexed, userID, fullName, position, tokenize='trigram')`,
];

const adUnits = `(select coalesce(group_concat(value, char(10)), '') from json_each(new.adUnits))`;
const ownerKey = `coalesce((select lower(fullName) from app_user where id = new.ownerId), '')`;

/** The name of each trigger, its event and what it does. */
const triggers: [string, string, string[]][] = [
  [
    'app_list_insert',
    'after insert on app',
    [
      `insert into app_list (appID, nameKey, packageKey, accountKey, ownerKey, ownerId, category,
         adsStatus, appStatus, visibleExtra, ipAddress, createdAt)
       values (new.appID, lower(new.appName), lower(new.packageName), lower(new.accountName),
         ${ownerKey}, new.ownerId, new.category, new.adsStatus, new.appStatus, new.visibleExtra,
         new.ipAddress, new.createdAt)`,
      `insert into app_search (rowid, appID, appName, packageName, accountName, adUnits)
       select id, new.appID, new.appName, new.packageName, new.accountName, ${adUnits}
       from app_list where appID = new.appID`,
    ],
  ],
  [
    'app_list_update',
    `after update of appName, packageName, accountName, ownerId, category, adsStatus, appStatus,
       visibleExtra, ipAddress, createdAt on app`,
    [
      `update app_list set nameKey = lower(new.appName), packageKey = lower(new.packageName),
         accountKey = lower(new.accountName), ownerKey = ${ownerKey}, ownerId = new.ownerId,
         category = new.category, adsStatus = new.adsStatus, appStatus = new.appStatus,
         visibleExtra = new.visibleExtra, ipAddress = new.ipAddress, createdAt = new.createdAt
       where appID = new.appID`,
    ],
  ],
  [
    'app_search_update',
    `after update of appName, packageName, accountName, adUnits on app
     when (old.appName, old.packageName, old.accountName, old.adUnits)
       is not (new.appName, new.packageName, new.accountName, new.adUnits)`,
    [
      // An index without text must be given all of its columns at once.
      `update app_search set appID = new.appID, appName = new.appName,
         packageName = new.packageName, accountName = new.accountName, adUnits = ${adUnits}
       where rowid = (select id from app_list where appID = new.appID)`,
    ],
  ],
  [
    'app_list_delete',
    'after delete on app',
    [
      `delete from app_search where rowid = (select id from app_list where appID = old.appID)`,
      `delete from app_list where appID = old.appID`,
    ],
  ],
  ...['insert', 'update'].map((event): [string, string, string[]] => [
    `app_list_token_${event}`,
    `after ${event} on app_token when new.until is null`,
    [`update app_list set authToken = new.token where appID = new.appID`],
  ]),
  ...['insert', 'update'].map((event): [string, string, string[]] => [
    `app_list_configuration_${event}`,
    `after ${event} on app_configuration`,
    [
      `update app_list set countryKey = lower(new.country), configuredAt = new.createdAt
       where appID = new.appID`,
    ],
  ]),
  [
    'app_list_configuration_delete',
    'after delete on app_configuration',
    [`update app_list set countryKey = '', configuredAt = null where appID = old.appID`],
  ],
  [
    'app_list_owner_update',
    'after update of fullName on app_user when old.fullName is not new.fullName',
    [`update app_list set ownerKey = lower(new.fullName) where ownerId = new.id`],
  ],
  [
    'user_search_insert',
    'after insert on app_user',
    [
      `insert into user_search (id, userID, fullName, position)
       values (new.id, new.userID, new.fullName, new.position)`,
    ],
  ],
  [
    'user_search_update',
    `after update of userID, fullName, position on app_user
     when (old.userID, old.fullName, old.position) is not (new.userID, new.fullName, new.position)`,
    [
      `update user_search set userID = new.userID, fullName = new.fullName, position = new.position
       where id = new.id`,
    ],
  ],
  ['user_search_delete', 'after delete on app_user', [`delete from user_search where id = old.id`]],
];

/** Creates the text indexes and the triggers. */
export async function createSearchIndexSqlite(db: Kysely<unknown>): Promise<void> {
  const bodies = triggers.map(
    ([name, event, steps]) => `create trigger ${name} ${event} begin ${steps.join('; ')}; end`,
  );
  for (const statement of [...textIndexes, ...bodies]) await sql.raw(statement).execute(db);
}
