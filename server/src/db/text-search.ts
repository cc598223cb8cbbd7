import { accountKey } from '@adwarden/contract/app-ads/accounts';
import { searchFold } from '@adwarden/contract/search-fold';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Schema } from './schema.ts';
import { isPostgres } from './which.ts';

/*
 * Finds parts of texts without case, accents, width and ligatures (ADR 89). The text indexes contain trigrams, so a word
 * needs three or more characters. `%`, `_` and quotes mean themselves.
 */

const fewestCharacters = 3;

/** Tells whether a word is long enough for the text indexes; characters are code points of its fold. */
export const isSearchable = (word: string): boolean =>
  [...searchFold(word)].length >= fewestCharacters;

/** The text with which all ad units of AdMob begin. */
const startOfAdUnits = /^ca-app-pub-/i;

/**
 * Leaves out the start that all ad units of AdMob share: for its trigrams the text index reads entries of all apps, which takes
 * eight times as long. The publisher's number behind it stays.
 */
function rarePart(word: string): string {
  const rest = word.replace(startOfAdUnits, '');
  return isSearchable(rest) ? rest : word;
}

export type AppText = 'appID' | 'appName' | 'packageName' | 'accountName';
export type UserText = 'userID' | 'fullName' | 'position' | 'email';

/** Returns the `app_list.id` of apps that hold a text in one column, or in any, ad-unit ids included. */
export function appsHolding(db: Db, text: string, column?: AppText) {
  const word = rarePart(text);
  const found = db.selectFrom('app_search');
  if (!isPostgres(db)) {
    return found
      .select('app_search.rowid as id')
      .where(sql<boolean>`app_search match ${phrase(word, column ? [column] : [])}`);
  }
  return found
    .select(sql<number>`app_search.id`.as('id'))
    .where(textsHold(db, 'app_search', word, column ? [column] : []));
}

/** The keys of `app_list` that have a fold, and the columns of the folds. */
export const foldedKeys = {
  nameKey: 'nameFold',
  packageKey: 'packageFold',
  accountKey: 'accountFold',
  ownerKey: 'ownerFold',
} as const;
type FoldedKey = keyof typeof foldedKeys;

/** Tells whether a column of `app_list` is such a key. */
export const isFoldedKey = (key: string): key is FoldedKey => Object.hasOwn(foldedKeys, key);

/** Tells whether an app of a list has the word in a key. It scans the table once. */
export function keyHolds(db: Db, key: FoldedKey, word: string): Expression<SqlBool> {
  const fold = sql.ref<string>(`app_list.${foldedKeys[key]}`);
  return foldHolds(db, sql`coalesce(${fold}, ${sql.ref(`app_list.${key}`)})`, word);
}

/** Tells whether the name of an app of a list begins with a word; with `orID` the name or the app ID. */
export function appBegins(db: Db, word: string, { orID }: { orID: boolean }): Expression<SqlBool> {
  const start = foldOf(db, word);
  const begins = (column: Expression<string>) =>
    sql<boolean>`${column} between ${start} and ${start} || ${'\u{10ffff}'}`;
  // `nameFold is null` is avoided: for it, SQLite would read the row of each name with this beginning.
  const withFold = sql`(select id from app_list where "nameFold" is not null)`;
  const name = sql<boolean>`((${begins(sql.ref('app_list.nameKey'))} and app_list.id not in ${withFold})
    or (${sql.ref('app_list.nameFold')} is not null and ${begins(sql.ref('app_list.nameFold'))}))`;
  return orID ? sql`(${name} or ${begins(sql.ref('app_list.appID'))})` : name;
}

/** Tells whether an `app` belongs to an account, whose name may be written in upper or lower case. */
export function isOfAccount(db: Db, accountName: string): Expression<SqlBool> {
  const fold = foldOf(db, accountName);
  // The fold finds the candidates, because an index of `adwarden_fold` would need SQLite's own function.
  const candidates = db
    .selectFrom('app_list')
    .select('app_list.appID')
    .where(({ or, and, eb }) =>
      or([
        and([eb('app_list.accountFold', 'is', null), eb('app_list.accountKey', '=', fold)]),
        eb('app_list.accountFold', '=', fold),
      ]),
    );
  return sql<boolean>`(${sql.ref('app.appID')} in ${candidates}
    and adwarden_fold(${sql.ref('app.accountName')}) = adwarden_fold(${accountName}))`;
}

/** Tells whether the account of an `app_fact` has a text in its name, without spaces and punctuation. */
export function accountHolds(db: Db, text: string): Expression<SqlBool> {
  const value = sql.ref<string>('app_fact.value');
  const isIn = (key: string) => sql<boolean>`${value} like ${anywhere(key)} escape '\\'`;
  const keys = new Set([accountKey(text), accountKey(searchFold(text))]);
  // Each name is folded once: on SQLite a fold takes as long as reading the row.
  const beyondASCII = db
    .selectFrom('app_fact as folded')
    .select('folded.value')
    .distinct()
    .where('folded.kind', '=', 'account')
    .where(
      sql<boolean>`octet_length(${sql.ref('folded.value')}) <> length(${sql.ref('folded.value')})`,
    );
  const holding = db
    .selectFrom(beyondASCII.as('name'))
    .select('name.value')
    .where(textHolds(db, sql.ref('name.value'), accountKey(searchFold(text))));
  return sql<boolean>`(${sql.join([...keys].map(isIn), sql` or `)} or ${value} in ${holding})`;
}

/** Returns the ids of users that hold the word in one of the columns. */
export function usersHolding(db: Db, word: string, columns: UserText[]) {
  const users = db.selectFrom('user_search').select('user_search.id');
  if (isPostgres(db)) return users.where(textsHold(db, 'user_search', word, columns));
  if (isSearchable(word)) {
    return users.where(sql<boolean>`user_search match ${phrase(word, columns)}`);
  }
  return users.where(({ or }) =>
    or(columns.map((column) => foldHolds(db, sql.ref(`user_search.${column}`), word))),
  );
}

/** Tells whether an `app_user` holds a word of any length in one of the columns. */
export const userHolds = (
  db: Db,
  eb: ExpressionBuilder<Schema, 'app_user'>,
  columns: readonly UserText[],
  word: string,
): Expression<SqlBool> => eb('app_user.id', 'in', usersHolding(db, word, [...columns]));

/** Tells whether an `app_user` has this full name, in upper or lower case. */
export function isFullName(db: Db, fullName: string): Expression<SqlBool> {
  return sql`(${sql.ref('app_user.id')} in ${usersHolding(db, fullName, ['fullName'])}
    and adwarden_fold(${sql.ref('app_user.fullName')}) = adwarden_fold(${fullName}))`;
}

/** Splits a search at its blanks into words that are long enough for the text indexes, each with the blank before it. */
export const searchWords = (search: string): string[] =>
  rarePart(search).split(/(?= )/).filter(isSearchable);

/** Returns the `change.seq` of entries of the log that hold all of some texts, after one number and up to another. */
export function changesHolding(
  db: Db,
  texts: string[],
  { after, upTo }: { after: number; upTo: number },
) {
  const words = texts.map(rarePart);
  const found = db.selectFrom('change_search');
  return isPostgres(db)
    ? found
        .select(sql<number>`change_search.seq`.as('seq'))
        .where(({ and }) => and(words.map((word) => textsHold(db, 'change_search', word, []))))
        .where(sql<boolean>`change_search.seq > ${after} and change_search.seq <= ${upTo}`)
    : found
        .select('change_search.rowid as seq')
        .where(
          sql<boolean>`change_search match ${words.map((word) => phrase(word, [])).join(' AND ')}`,
        )
        .where('change_search.rowid', '>', after)
        .where('change_search.rowid', '<=', upTo);
}

/** SQLite: tells whether one entry of the log, by its number, has a text. */
export const entryHolds = (seq: Expression<number>, text: string): Expression<SqlBool> =>
  sql`exists (select 1 from change_search
    where change_search match ${phrase(rarePart(text), [])} and change_search.rowid = ${seq})`;

/**
 * Sorts new texts of apps and of the log into PostgreSQL's indexes. Otherwise a write does so within its transaction, for about a
 * thousand rows at once, and other people's saves wait for half a second.
 */
export async function sortIntoIndexes(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  const indexes = ['app_search', 'change_search'].flatMap((table) => [
    `${table}_texts`,
    `${table}_folded`,
  ]);
  await sql`select ${sql.join(indexes.map((name) => sql`gin_clean_pending_list(${name})`))}`.execute(
    db,
  );
}

/** Builds the query for a substring in the syntax of FTS5. */
function phrase(word: string, columns: string[]): string {
  const quoted = `"${searchFold(word).replaceAll('"', '""')}"`;
  return columns.length > 0 ? `{${columns.join(' ')}} : ${quoted}` : quoted;
}

/** The line numbers of the texts in PostgreSQL's tables, from 1 (migrations/search-index.postgres). */
const lines = {
  app_search: { appID: 1, appName: 2, packageName: 3, accountName: 4 },
  user_search: { userID: 1, fullName: 2, position: 3, email: 4 },
  change_search: {},
} as const;

/**
 * Builds the condition for PostgreSQL: the index finds the rows with the word in any line; then only the lines of these columns
 * count.
 */
function textsHold<T extends keyof typeof lines>(
  db: Db,
  table: T,
  word: string,
  columns: (keyof (typeof lines)[T])[],
) {
  const texts = sql.ref<string>(`${table}.folded`);
  const inTexts = foldHolds(db, texts, word);
  if (columns.length === 0) return inTexts;
  const inLines = columns.map((column) =>
    foldHolds(db, sql`split_part(${texts}, chr(10), ${sql.lit(lines[table][column])})`, word),
  );
  return sql<boolean>`(${inTexts} and (${sql.join(inLines, sql` or `)}))`;
}

/**
 * Builds the fold of a text. On SQLite a call of our function takes as long as reading the row, so ASCII texts, whose fold is
 * their lower case, do without it.
 */
const folded = (db: Db, text: Expression<unknown>) =>
  isPostgres(db)
    ? sql<string>`adwarden_search_fold(${text})`
    : sql<string>`case when octet_length(${text}) = length(${text})
        then lower(${text}) else adwarden_search_fold(${text}) end`;

/** Tells whether a text holds the word. */
export const textHolds = (db: Db, text: Expression<unknown>, word: string) =>
  foldHolds(db, folded(db, text), word);

/** The number of characters of a text that are folded for a short word: a mark may be a character of its own. */
const foldedCharacters = 8;

/** Tells whether a text begins with a short word. */
export const textBegins = (db: Db, text: Expression<unknown>, word: string) =>
  sql<boolean>`substr(${folded(db, sql`substr(${text}, 1, ${sql.lit(foldedCharacters)})`)}, 1,
    length(${foldOf(db, word)})) = ${foldOf(db, word)}`;

/**
 * Builds the fold of a word. PostgreSQL computes its own: its Unicode version may be older than ours, and its stored texts are
 * folded by it.
 */
const foldOf = (db: Db, word: string) =>
  isPostgres(db) ? sql<string>`adwarden_search_fold(${word})` : sql<string>`${searchFold(word)}`;

/** Tells whether a folded text holds the word. */
function foldHolds(db: Db, folded: Expression<unknown>, word: string) {
  const pattern = isPostgres(db)
    ? sql`'%' || regexp_replace(${foldOf(db, word)}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`
    : sql`${anywhere(searchFold(word))}`;
  return sql<boolean>`${folded} like ${pattern} escape '\\'`;
}

/**
 * Splits a text into parts that find texts which differ from it by at most `most` letters: each such text contains one of the
 * `most` + 1 parts whole.
 */
export function partsOfNear(text: string, most: number): string[] {
  const letters = [...text];
  const size = Math.ceil(letters.length / (most + 1));
  return Array.from({ length: most + 1 }, (_, index) =>
    letters.slice(index * size, (index + 1) * size).join(''),
  ).filter((part) => part !== '');
}

/** Tells whether a column is about as long as a text from which it differs by at most `most` letters. */
export const isAboutAsLong = (column: string, text: string, most: number): Expression<SqlBool> => {
  const { length } = [...text];
  return sql<boolean>`length(${sql.ref(column)}) between ${length - most} and ${length + most}`;
};

const literal = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

/** Builds a LIKE pattern that finds the word anywhere; use it with `escape '\\'`. */
export const anywhere = (word: string): string => `%${literal(word)}%`;

/** Lowers the letters A to Z, as the key columns of `app_list` have them. */
export const asciiLower = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Returns the spellings that a whole text may have in a key column: as it is written, or all in upper or all in lower case. In a
 * mixture only the letters A to Z are found in both cases.
 */
export const wholeSpellings = (text: string): string[] => [
  ...new Set([text, text.toLowerCase(), text.toUpperCase()].map(asciiLower)),
];
