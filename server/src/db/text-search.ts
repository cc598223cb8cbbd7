import { sql } from 'kysely';
import type { Db } from './schema.ts';

/*
 * Substrings in any case, found by the text indexes. Words are of three and more characters: the
 * indexes hold trigrams. `%`, `_`, quotes and the like are letters here.
 */

const fewestCharacters = 3;

/** Whether a word is long enough for the text indexes; characters are code points. */
export const isSearchable = (word: string): boolean => [...word].length >= fewestCharacters;

type AppText = 'appID' | 'appName' | 'packageName' | 'accountName';
type UserText = 'userID' | 'fullName' | 'position';

/** The `app_list.id` of apps that hold the word in one column, or in any, ad-unit ids included. */
export function appsHolding(db: Db, word: string, column?: AppText) {
  return db
    .selectFrom('app_search')
    .select('app_search.rowid as id')
    .where(sql<boolean>`app_search match ${phrase(word, column ? [column] : [])}`);
}

/** The ids of users that hold the word in one of the columns. */
export function usersHolding(db: Db, word: string, columns: UserText[]) {
  return db
    .selectFrom('user_search')
    .select('user_search.id')
    .where(sql<boolean>`user_search match ${phrase(word, columns)}`);
}

function phrase(word: string, columns: string[]): string {
  const quoted = `"${word.replaceAll('"', '""')}"`;
  return columns.length > 0 ? `{${columns.join(' ')}} : ${quoted}` : quoted;
}

/** A pattern of LIKE that finds the word anywhere; to be used with `escape '\'`. */
export const anywhere = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Lower case of the letters A to Z, as the key columns of `app_list` have it. */
export const asciiLower = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * A short word as key columns may hold it: databases fold A to Z only, so every other letter is tried in
 * both cases. For one or two characters, at most nine spellings.
 */
export function spellings(word: string): string[] {
  let texts = [''];
  for (const letter of word) {
    const forms = new Set([letter, letter.toLowerCase(), letter.toUpperCase()].map(asciiLower));
    texts = texts.flatMap((text) => [...forms].map((form) => text + form));
  }
  return texts;
}
