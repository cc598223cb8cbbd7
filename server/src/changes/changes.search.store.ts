import { type AliasedExpression, type Expression, type SqlBool, sql } from 'kysely';
import { joinedIds, splitIds } from '../db/joined-ids.ts';
import type { Db } from '../db/schema.ts';
import { appBegins, changesHolding, isSearchable, textBegins } from '../db/text-search.ts';
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
 * entries; the newest 10,000 take 10 ms, because the text index is read from its end.
 */

/** Finds the numbers of the newest entries that have a word and pass the other filters; `most` at the most. */
export async function newestWithWord(db: Db, filter: ChangeFilter, most: number) {
  const { search = '', ...others } = filter;
  const whole = await wholeLog(db);
  if (!isSearchable(search)) {
    return inRanges(whole, most, (range, left) =>
      numbersOf(db, beginning(db, filter, range, left)),
    );
  }
  const atOnce = () => numbersOf(db, holding(db, filter, whole, most));
  if (isPostgres(db) || Object.values(others).every((value) => !value)) return atOnce();
  const withWord = await numbersOf(db, holding(db, { search }, whole, most));
  if (withWord.length < most) return atOnce();
  // The word is common, and the filter may let few entries through.
  return inRanges(whole, most, (range, left) => numbersOf(db, inBoth(db, filter, range, left)));
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

/** Selects the entries that pass the filters without a word. */
const thatPass = (db: Db, filter: ChangeFilter, range: Range) =>
  db
    .selectFrom('change')
    .where((eb) => eb.and([...within(eb, range), ...conditionsOf(db, eb, filter)]))
    .select('change.seq');

/** Selects the newest entries with a word, and looks at the other filters for each of them. */
const holding = (db: Db, filter: ChangeFilter, range: Range, most: number): Entries =>
  db
    .selectFrom(changesHolding(db, filter.search ?? '', range).as('found'))
    // SQLite reads the tables of a cross join in this order: the text index first, only as far as needed.
    .crossJoin('change')
    .whereRef('change.seq', '=', 'found.seq')
    .where((eb) => eb.and(conditionsOf(db, eb, filter)))
    .select('found.seq')
    .orderBy('found.seq', 'desc')
    .limit(most)
    .as('entries');

/**
 * SQLite: selects the newest entries with a common word that pass the filters, of a part of the log. The numbers of those that pass
 * are read from a narrow index first; the row of each entry with the word took ten times as long.
 */
const inBoth = (
  db: Db,
  { search = '', ...others }: ChangeFilter,
  range: Range,
  most: number,
): Entries =>
  db
    .selectFrom(changesHolding(db, search, range).as('found'))
    // Without the plus, SQLite would look each of them up in the text index.
    .where(sql<number>`+found.seq`, 'in', thatPass(db, others, range))
    .select('found.seq')
    .orderBy('found.seq', 'desc')
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
