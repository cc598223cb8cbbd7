import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Schema } from './schema.ts';
import { isPostgres } from './which.ts';

/*
 * Finds substrings in any case by the text indexes. The indexes contain trigrams, so a word needs three or more
 * characters. `%`, `_` and quotes mean themselves.
 */

const fewestCharacters = 3;

/** Whether a word is long enough for the text indexes; characters are code points. */
export const isSearchable = (word: string): boolean => [...word].length >= fewestCharacters;

export type AppText = 'appID' | 'appName' | 'packageName' | 'accountName';
export type UserText = 'userID' | 'fullName' | 'position';

/** The `app_list.id` of apps that hold the word in one column, or in any, ad-unit ids included. */
export function appsHolding(db: Db, word: string, column?: AppText) {
  const found = db.selectFrom('app_search');
  if (!isPostgres(db)) {
    return found
      .select('app_search.rowid as id')
      .where(sql<boolean>`app_search match ${phrase(word, column ? [column] : [])}`);
  }
  return found
    .select(sql<number>`app_search.id`.as('id'))
    .where(textsHold('app_search', word, column ? [column] : []));
}

/** Whether an `app` belongs to an account, whose name may be written in upper or lower case. */
export function isOfAccount(db: Db, accountName: string): Expression<SqlBool> {
  // The text index finds the candidates, because an index on a folded column would need SQLite's own function.
  const candidates = db
    .selectFrom('app_list')
    .select('app_list.appID')
    .where((eb) =>
      isSearchable(accountName)
        ? eb('app_list.id', 'in', appsHolding(db, accountName, 'accountName'))
        : eb('app_list.accountKey', 'in', spellings(accountName)),
    );
  return sql<boolean>`(${sql.ref('app.appID')} in ${candidates}
    and adwarden_fold(${sql.ref('app.accountName')}) = adwarden_fold(${accountName}))`;
}

/** The ids of users that hold the word in one of the columns. */
export function usersHolding(db: Db, word: string, columns: UserText[]) {
  return db
    .selectFrom('user_search')
    .select('user_search.id')
    .where(
      isPostgres(db)
        ? textsHold('user_search', word, columns)
        : sql<boolean>`user_search match ${phrase(word, columns)}`,
    );
}

/** Whether an `app_user` holds a word of any length in one of the columns, in upper or lower case. */
export function userHolds(
  db: Db,
  eb: ExpressionBuilder<Schema, 'app_user'>,
  columns: readonly UserText[],
  word: string,
): Expression<SqlBool> {
  if (isSearchable(word)) return eb('app_user.id', 'in', usersHolding(db, word, [...columns]));
  return eb.or(
    columns.flatMap((column) =>
      spellings(word).map(
        (text) =>
          sql<boolean>`lower(${eb.ref(`app_user.${column}`)}) like ${anywhere(text)} escape '\\'`,
      ),
    ),
  );
}

/** Whether an `app_user` has this full name, in upper or lower case. */
export function isFullName(db: Db, fullName: string): Expression<SqlBool> {
  const isSame = sql<SqlBool>`adwarden_fold(${sql.ref('app_user.fullName')}) = adwarden_fold(${fullName})`;
  if (!isSearchable(fullName)) return isSame;
  return sql`(${sql.ref('app_user.id')} in ${usersHolding(db, fullName, ['fullName'])} and ${isSame})`;
}

/** The `change.seq` of entries of the log that hold the word, of those after a number and up to another one. */
export function changesHolding(
  db: Db,
  word: string,
  { after, upTo }: { after: number; upTo: number },
) {
  const found = db.selectFrom('change_search');
  return isPostgres(db)
    ? found
        .select(sql<number>`change_search.seq`.as('seq'))
        .where(textsHold('change_search', word, []))
        .where(sql<boolean>`change_search.seq > ${after} and change_search.seq <= ${upTo}`)
    : found
        .select('change_search.rowid as seq')
        .where(sql<boolean>`change_search match ${phrase(word, [])}`)
        .where('change_search.rowid', '>', after)
        .where('change_search.rowid', '<=', upTo);
}

/**
 * Sorts new texts of apps and of the log into PostgreSQL's indexes. Otherwise a write does that within its transaction
 * for about a thousand rows at once, and other people's saves wait for half a second.
 */
export async function sortIntoIndexes(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`select gin_clean_pending_list('app_search_texts'),
    gin_clean_pending_list('change_search_texts')`.execute(db);
}

/** The question for a substring in the syntax of FTS5. */
function phrase(word: string, columns: string[]): string {
  const quoted = `"${word.replaceAll('"', '""')}"`;
  return columns.length > 0 ? `{${columns.join(' ')}} : ${quoted}` : quoted;
}

/** The lines of `texts` in PostgreSQL's tables, from 1 (migrations/search-index.postgres). */
const lines = {
  app_search: { appID: 1, appName: 2, packageName: 3, accountName: 4 },
  user_search: { userID: 1, fullName: 2, position: 3 },
  change_search: {},
} as const;

/** For PostgreSQL: the index finds the rows with the word in any line; then only the lines of these columns count. */
function textsHold<T extends keyof typeof lines>(
  table: T,
  word: string,
  columns: (keyof (typeof lines)[T])[],
) {
  const texts = sql.ref(`${table}.texts`);
  const pattern = sql`adwarden_fold(${anywhere(word)})`;
  if (columns.length === 0) return sql<boolean>`${texts} like ${pattern}`;
  const inLines = columns.map(
    (column) =>
      sql`split_part(${texts}, chr(10), ${sql.lit(lines[table][column])}) like ${pattern}`,
  );
  return sql<boolean>`(${texts} like ${pattern} and (${sql.join(inLines, sql` or `)}))`;
}

/**
 * The parts of a text by which texts are found that differ from it by at most `most` letters: each of them has one of the
 * `most` + 1 parts whole.
 */
export function partsOfNear(text: string, most: number): string[] {
  const letters = [...text];
  const size = Math.ceil(letters.length / (most + 1));
  return Array.from({ length: most + 1 }, (_, index) =>
    letters.slice(index * size, (index + 1) * size).join(''),
  ).filter((part) => part !== '');
}

/** Whether a column is about as long as a text from which it differs by at most `most` letters. */
export const isAboutAsLong = (column: string, text: string, most: number): Expression<SqlBool> => {
  const { length } = [...text];
  return sql<boolean>`length(${sql.ref(column)}) between ${length - most} and ${length + most}`;
};

const literal = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

/** A pattern of LIKE that finds the word anywhere; to be used with `escape '\\'`. */
export const anywhere = (word: string): string => `%${literal(word)}%`;

/** Lower case of the letters A to Z, as the key columns of `app_list` have it. */
export const asciiLower = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * How a whole text may stand in a key column: as it is written, or all in upper or all in lower case. Of a mixture only the
 * letters A to Z are found in both cases.
 */
export const wholeSpellings = (text: string): string[] => [
  ...new Set([text, text.toLowerCase(), text.toUpperCase()].map(asciiLower)),
];

/** All spellings that a short word may have: at most nine of two characters. */
export function inAnyCase(word: string): string[] {
  let texts = [''];
  for (const letter of word) {
    const forms = new Set([letter, letter.toLowerCase(), letter.toUpperCase()]);
    texts = texts.flatMap((text) => [...forms].map((form) => text + form));
  }
  return texts;
}

/** All spellings of a short word in a key column, where databases have changed only A to Z to lower case. */
export const spellings = (word: string): string[] => [...new Set(inAnyCase(word).map(asciiLower))];
