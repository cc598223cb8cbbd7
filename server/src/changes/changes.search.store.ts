import { type AliasedExpression, type Expression, type SqlBool, sql } from 'kysely';
import { joinedIds, splitIds } from '../db/joined-ids.ts';
import type { Db } from '../db/schema.ts';
import {
  appBegins,
  changesHolding,
  entryHolds,
  isSearchable,
  searchWords,
  textBegins,
} from '../db/text-search.ts';
import { isPostgres } from '../db/which.ts';
import {
  type Builder,
  type ChangeFilter,
  conditionsOf,
  type Range,
  rangesOf,
  wholeLog,
  within,
} from './changes.filter.store.ts';

/*
 * Searches the log, newest entries first (ADR 74). Counting all entries with a common word takes half a second at 1,000,000
 * entries; the newest 10,000 take 10 ms, because the text index (PostgreSQL: the table) is read from its end.
 */

/** PostgreSQL: a word that more than `common` of the `newest` entries have is common. */
const lately = { newest: 10_000, common: 200 };

/** SQLite: so many entries are looked up in the text index, some at once; reading its list of a common word takes as long as 5,000. */
const lookedUp = { most: 2_000, atOnce: 500 };

/** Finds the numbers of the newest entries that have a word and pass the other filters; `most` at the most. */
export async function newestWithWord(db: Db, filter: ChangeFilter, most: number) {
  const { search = '', ...others } = filter;
  const whole = await wholeLog(db);
  if (!isSearchable(search)) {
    return inRanges(whole, most, (range, left) =>
      numbersOf(db, beginning(db, filter, range, left)),
    );
  }
  if (!isPostgres(db)) {
    const few = Object.values(others).some(Boolean)
      ? await fewThatPass(db, filter, whole, most)
      : await fewWithWords(db, search, whole);
    if (few) return lookUp(db, search, few);
  }
  const isCommon = !isPostgres(db) || (await isCommonLately(db, search, whole));
  const seq = isCommon ? 'found.seq' : unsortedSeq;
  return numbersOf(db, holding(db, { ...others, words: [search] }, whole, most, seq));
}

/**
 * PostgreSQL: with this order it reads all entries with a word from the text index, and sorts them. In the order of `seq` it expects to
 * find a rarer word soon when it reads the log from its end, and reads most of the log when the word is in old entries only.
 */
const unsortedSeq = sql<number>`found.seq + 0`;

async function isCommonLately(db: Db, search: string, { upTo }: Range): Promise<boolean> {
  const newest = { after: upTo - lately.newest, upTo };
  const { count } = await db
    .selectFrom(changesHolding(db, [search], newest).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count > lately.common;
}

/** Reads range after range, the newest first, until there are `most` entries. */
async function inRanges(
  whole: Range,
  most: number,
  read: (range: Range, left: number) => Promise<number[]>,
): Promise<number[]> {
  const found: number[] = [];
  for (const range of rangesOf(whole)) {
    found.push(...(await read(range, most - found.length)));
    if (found.length >= most) break;
  }
  return found;
}

type Entries = AliasedExpression<{ seq: number }, 'entries'>;

async function numbersOf(db: Db, entries: Entries): Promise<number[]> {
  const { seqs } = await db
    .selectFrom(entries)
    .select(joinedIds(db, sql`cast(seq as text)`, sql`seq desc`).as('seqs'))
    .executeTakeFirstOrThrow();
  return splitIds(seqs).map(Number);
}

/**
 * Reads the numbers of all entries that have each word of a search somewhere, the newest first; null for one word, and when there are
 * too many to look up. The text index compares three characters at a time: those of a common word beside a rare one take as long as
 * the list of the common word.
 */
async function fewWithWords(db: Db, search: string, range: Range): Promise<number[] | null> {
  const words = searchWords(search);
  if (words.length < 2) return null;
  const most = lookedUp.atOnce;
  const seqs = await numbersOf(db, holding(db, { words }, range, most + 1));
  return seqs.length > most ? null : seqs;
}

/**
 * Reads the numbers of all entries that pass the filters beside a common word, the newest first; null for a rare word, and when there
 * are too many to look up.
 */
async function fewThatPass(
  db: Db,
  { search = '', ...filter }: ChangeFilter,
  range: Range,
  most: number,
): Promise<number[] | null> {
  const withWord = await numbersOf(db, holding(db, { words: [search] }, range, most));
  if (withWord.length < most) return null;
  const { entity } = filter;
  const passing = db
    .selectFrom('change')
    .where((eb) =>
      eb.and([
        ...conditionsOf(db, eb, filter),
        // The index of things finds the entries of a rare kind.
        ...(entity ? [eb('change.entity', '=', entity)] : []),
      ]),
    )
    .select('change.seq')
    .limit(lookedUp.most + 1);
  const seqs = await numbersOf(db, passing.as('entries'));
  return seqs.length > lookedUp.most ? null : seqs;
}

/** Returns those of some entries that have a word, each by its number in the text index. */
async function lookUp(db: Db, search: string, seqs: number[]): Promise<number[]> {
  const found: number[] = [];
  for (let from = 0; from < seqs.length; from += lookedUp.atOnce) {
    const some = JSON.stringify(seqs.slice(from, from + lookedUp.atOnce));
    const entries = db
      .selectFrom(sql<{ seq: number }>`(select value as seq from json_each(${some}))`.as('some'))
      .where((eb) => entryHolds(eb.ref('some.seq'), search))
      .select('some.seq');
    found.push(...(await numbersOf(db, entries.as('entries'))));
  }
  return found;
}

/** Selects the newest entries with all words, and looks at the other filters for each of them. */
const holding = (
  db: Db,
  { words, ...filter }: Omit<ChangeFilter, 'search'> & { words: string[] },
  range: Range,
  most: number,
  order: 'found.seq' | typeof unsortedSeq = 'found.seq',
): Entries =>
  db
    .selectFrom(changesHolding(db, words, range).as('found'))
    // SQLite reads the tables of a cross join in this order: the text index first, only as far as needed.
    .crossJoin('change')
    .whereRef('change.seq', '=', 'found.seq')
    .where((eb) => eb.and(conditionsOf(db, eb, filter)))
    .select('found.seq')
    .orderBy(order, 'desc')
    .limit(most)
    .as('entries');

/** Selects the newest entries by a word of one or two characters. */
const beginning = (db: Db, filter: ChangeFilter, range: Range, most: number): Entries =>
  db
    .selectFrom('change')
    .where((eb) =>
      eb.and([
        ...within(eb, range),
        ...conditionsOf(db, eb, filter),
        beginningWith(db, eb, filter.search ?? ''),
      ]),
    )
    .select('change.seq')
    .orderBy('change.seq', 'desc')
    .limit(most)
    .as('entries');

/** Selects entries by a word of one or two characters, which must be the beginning of the name of a person or an app. */
function beginningWith(db: Db, eb: Builder, word: string): Expression<SqlBool> {
  const apps = eb
    .selectFrom('app_list')
    .select('app_list.appID')
    .where(appBegins(db, word, { orID: false }));
  return eb.or([textBegins(db, eb.ref('change.actorName'), word), eb('change.key', 'in', apps)]);
}
