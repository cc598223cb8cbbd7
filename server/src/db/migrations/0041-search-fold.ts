import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { sqliteEarlierTexts, sqliteTexts } from './0006-change-search.ts';
import { dialectOf } from './dialect-of.ts';

/*
 * Stores searched texts in the form that searches compare (ADR 89): without case, accents, width and ligatures. PostgreSQL gets
 * new columns beside those that nodes of the previous release read. Only one process uses a SQLite file, so its indexes are
 * rebuilt.
 */

/**
 * The keys of `app_list`, and the column of each one's fold; a fold that equals its key is null, so that the table stays narrow.
 */
const keys = {
  nameKey: 'nameFold',
  packageKey: 'packageFold',
  accountKey: 'accountFold',
  ownerKey: 'ownerFold',
};

/**
 * Indexes for short words, which are searched at the beginning of names, and for accounts, which are searched by their whole
 * name.
 */
const foldIndexes = ['nameFold', 'accountFold'].map(
  (fold) =>
    `create index "app_list_${fold}" on app_list ("${fold}", "appID") where "${fold}" is not null`,
);

const letters = [
  'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02af\\u0370-\\u0373\\u0376-\\u0377\\u037b-\\u037d',
  '\\u037f-\\u0481\\u048a-\\u052f\\u1c80-\\u1c88\\u1d00-\\u1dbf\\u1e00-\\u1fbc\\u2c60-\\u2c7f',
  '\\ua640-\\ua66e\\ua680-\\ua69b\\ua722-\\ua787\\ua78b-\\ua7ca\\uab30-\\uab64',
].join('');
const marks =
  '\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1ace\\u1dc0-\\u1dff\\u20d0-\\u20f0\\ufe20-\\ufe2f';

/** Georgian capitals and their small letters. The capitals were added in 2018, so an older ICU does not know them. */
const georgian = [
  'ᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿ',
  'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿ',
];
const plain = [`ıςøłđðħ${georgian[0]}`, `iσolddh${georgian[1]}`];

/** Does the same as `searchFold` of the contract, step by step. In PL/pgSQL a call takes half as long as in SQL. */
const postgresFold = `create function adwarden_search_fold(word text) returns text
  language plpgsql immutable strict parallel safe as $$
  begin
    if octet_length(word) = length(word) then return lower(word collate "C"); end if;
    word := regexp_replace(normalize(word, NFKD) collate "C", '(?<=[${letters}])[${marks}]+', '', 'g');
    word := translate(lower(word collate "und-x-icu") collate "C", '${plain[0]}', '${plain[1]}');
    word := replace(replace(replace(replace(word, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    return normalize(word, NFC);
  end $$`;

/** PostgreSQL computes the columns from the stored texts, so they are also right for what nodes of the previous release write. */
const postgres = [
  postgresFold,
  ...['app_search', 'user_search', 'change_search'].flatMap((table) => [
    `alter table ${table} add column folded text collate "C"
       generated always as (adwarden_search_fold(texts)) stored`,
    `create index ${table}_folded on ${table} using gin (folded gin_trgm_ops)`,
  ]),
  `alter table app_list ${Object.entries(keys)
    .map(
      ([key, fold]) => `add column "${fold}" text collate "C"
        generated always as (nullif(adwarden_search_fold("${key}"), "${key}")) stored`,
    )
    .join()}`,
  ...foldIndexes,
];

const foldOf = (key: string) => `nullif(adwarden_search_fold(${key}), ${key})`;
const ownerName = '(select fullName from app_user where id = new.ownerId)';
const adUnits = (of: string) =>
  `(select coalesce(group_concat(value, char(10)), '') from json_each(${of}.adUnits))`;
const folded = (texts: string[]) => texts.map((text) => `adwarden_search_fold(${text})`).join();
const appTexts = (of: string) =>
  folded([
    ...['appID', 'appName', 'packageName', 'accountName'].map((name) => `${of}.${name}`),
    adUnits(of),
  ]);
const userTexts = (of: string) =>
  folded(['userID', 'fullName', 'position'].map((name) => `${of}.${name}`));
const foldedTexts = (texts: string) => `select seq, adwarden_search_fold(texts) from (${texts})`;

const appSearch = 'app_search (rowid, appID, appName, packageName, accountName, adUnits)';
const userSearch = 'user_search (id, userID, fullName, position)';
/** Texts are folded before, so SQLite must not fold their case once more by its own rules. */
const byTrigrams = `tokenize='trigram case_sensitive 1'`;

/** The triggers that are replaced, by name: their event and what they do. */
const triggers: Record<string, [event: string, step: string]> = {
  app_list_insert: [
    'after insert on app',
    `insert into app_list (appID, nameKey, packageKey, accountKey, ownerKey, ownerId, category,
       adsStatus, appStatus, visibleExtra, ipAddress, createdAt, nameFold, packageFold, accountFold,
       ownerFold)
     values (new.appID, lower(new.appName), lower(new.packageName), lower(new.accountName),
       coalesce(lower(${ownerName}), ''), new.ownerId, new.category, new.adsStatus, new.appStatus,
       new.visibleExtra, new.ipAddress, new.createdAt, ${foldOf('lower(new.appName)')},
       ${foldOf('lower(new.packageName)')}, ${foldOf('lower(new.accountName)')},
       ${foldOf(`lower(${ownerName})`)});
     insert into ${appSearch}
     select id, ${appTexts('new')} from app_list where appID = new.appID`,
  ],
  ...Object.fromEntries(
    [
      ['appName', 'name'],
      ['packageName', 'package'],
      ['accountName', 'account'],
    ].map(([column, key]) => [
      `app_list_update_${column}`,
      [
        `after update of ${column} on app when old.${column} is not new.${column}`,
        `update app_list set ${key}Key = lower(new.${column}),
           ${key}Fold = ${foldOf(`lower(new.${column})`)} where appID = new.appID`,
      ],
    ]),
  ),
  app_list_update_ownerId: [
    'after update of ownerId on app when old.ownerId is not new.ownerId',
    `update app_list set ownerId = new.ownerId, ownerKey = coalesce(lower(${ownerName}), ''),
       ownerFold = ${foldOf(`lower(${ownerName})`)} where appID = new.appID`,
  ],
  app_list_owner_update: [
    'after update of fullName on app_user when old.fullName is not new.fullName',
    `update app_list set ownerKey = lower(new.fullName),
       ownerFold = ${foldOf('lower(new.fullName)')} where ownerId = new.id`,
  ],
  app_search_update: [
    `after update of appName, packageName, accountName, adUnits on app
     when (old.appName, old.packageName, old.accountName, old.adUnits)
       is not (new.appName, new.packageName, new.accountName, new.adUnits)`,
    `update app_search set (appID, appName, packageName, accountName, adUnits) = (select ${appTexts('new')})
     where rowid = (select id from app_list where appID = new.appID)`,
  ],
  user_search_insert: [
    'after insert on app_user',
    `insert into ${userSearch} values (new.id, ${userTexts('new')})`,
  ],
  user_search_update: [
    `after update of userID, fullName, position on app_user
     when (old.userID, old.fullName, old.position) is not (new.userID, new.fullName, new.position)`,
    `update user_search set (userID, fullName, position) = (select ${userTexts('new')})
     where id = new.id`,
  ],
  change_search_insert: [
    'after insert on change',
    `insert into change_search (rowid, texts)
     ${foldedTexts(sqliteTexts('(select * from change where seq = new.seq) n'))}`,
  ],
};

const sqlite = [
  ...Object.keys(triggers).map((name) => `drop trigger ${name}`),
  ...Object.values(keys).map((fold) => `alter table app_list add column ${fold} text`),
  `update app_list set ${Object.entries(keys)
    .map(([key, fold]) => `${fold} = ${foldOf(key)}`)
    .join()}
   where ${Object.keys(keys)
     .map((key) => `adwarden_search_fold(${key}) <> ${key}`)
     .join(' or ')}`,
  ...foldIndexes,
  'drop table app_search',
  `create virtual table app_search using fts5(
     appID, appName, packageName, accountName, adUnits,
     content='', contentless_delete=1, ${byTrigrams})`,
  `insert into ${appSearch}
   select app_list.id, ${appTexts('app')} from app join app_list on app_list.appID = app.appID
   order by app_list.id`,
  'drop table user_search',
  `create virtual table user_search using fts5(
     id unindexed, userID, fullName, position, ${byTrigrams})`,
  `insert into ${userSearch} select id, ${userTexts('app_user')} from app_user`,
  'drop table change_search',
  `create virtual table change_search using fts5(
     texts, content='', contentless_delete=1, ${byTrigrams})`,
  `insert into change_search (rowid, texts) ${foldedTexts(sqliteEarlierTexts('change n'))}`,
  // Merges now: otherwise each later edit does a part of the merge, and takes five times as long.
  ...['app_search', 'user_search', 'change_search'].map(
    (table) => `insert into ${table} (${table}) values ('optimize')`,
  ),
  ...Object.entries(triggers).map(
    ([name, [event, step]]) => `create trigger ${name} ${event} begin ${step}; end`,
  ),
];

/** Lets searches find texts without case, accents, width and ligatures. */
export const searchFold: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of dialectOf(db).postgres ? postgres : sqlite) {
      await sql.raw(statement).execute(db);
    }
  },
};
