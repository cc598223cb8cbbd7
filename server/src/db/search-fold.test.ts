import { searchFold } from '@adwarden/contract/search-fold';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { isPostgres } from './which.ts';

/*
 * The databases fold as the contract does. If the fold in the contract changes, this fails on PostgreSQL, because the stored
 * texts then need a migration.
 */

/**
 * Ranges of letters and marks with something newer than 2017 (Unicode 10): a PostgreSQL whose ICU is older than our Unicode does
 * not fold them. None is of a living script; a table folds Georgian capitals (migration 0041).
 */
const newer: [from: number, to: number][] = [
  [0x1acf, 0x1aeb],
  [0x1c89, 0x1c8a],
  [0x2c2f, 0x2c5f],
  [0xa7b8, 0xa7f5],
  [0x10570, 0x105ff],
  [0x10d50, 0x10d8f],
  [0x10efa, 0x10eff],
  [0x11380, 0x113ff],
  [0x16100, 0x1613f],
  [0x16d40, 0x16d7f],
  [0x16e40, 0x16eff],
  [0x1ccd0, 0x1ccff],
  [0x1e030, 0x1e08f],
  [0x1e4d0, 0x1e6ff],
];
const isNewer = (letter: string) => {
  const code = letter.codePointAt(0) ?? 0;
  return newer.some(([from, to]) => code >= from && code <= to);
};

/** All letters, marks and signs, but only one in 97 of the Chinese characters and Korean syllables, which are alike. */
const letters = Array.from({ length: 0x32000 - 0x20 }, (_, index) => index + 0x20)
  .filter((code) => {
    const isOfMany =
      (code >= 0x3400 && code < 0xa000) ||
      (code >= 0xac00 && code < 0xd7a4) ||
      (code >= 0x17000 && code < 0x1b000) ||
      (code >= 0x20000 && code < 0x2f800);
    return (code < 0xd800 || code > 0xdfff) && (!isOfMany || code % 97 === 0);
  })
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => !/[\p{Cn}\p{Co}]/u.test(letter));

/** Makes numbers below 1 that are the same in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = randomNumbers(89);
const known = letters.filter((letter) => !isNewer(letter));
const marks = known.filter((letter) => /\p{M}/u.test(letter));
const oneOf = (some: string[]) => some[Math.floor(random() * some.length)] ?? '';
const mixed = Array.from({ length: 20_000 }, () =>
  Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
    random() < 0.3 ? oneOf(marks) : oneOf(random() < 0.5 ? known.slice(0, 1200) : known),
  ).join(''),
);

eachDialect('the fold of searches', (database) => {
  async function folded(texts: string[]): Promise<string[]> {
    const list = JSON.stringify(texts);
    const { rows } = await (isPostgres(database.db)
      ? sql<{ fold: string }>`select adwarden_search_fold(t.value) as fold
          from json_array_elements_text(${list}::text::json) with ordinality as t (value, n) order by n`
      : sql<{ fold: string }>`select adwarden_search_fold(value) as fold from json_each(${list})`
    ).execute(database.db);
    return rows.map(({ fold }) => fold);
  }

  it.each([
    ['alone', (letter: string) => letter],
    ['between Latin letters', (letter: string) => `a${letter}B`],
    ['with a mark', (letter: string) => `${letter}\u0301\u0323x`],
    ['between kana', (letter: string) => `か${letter}\u3099`],
    ['after a capital sigma', (letter: string) => `ΟΔΟΣ${letter}`],
  ])('is that of the contract for every letter %s', async (_, make) => {
    const asked = database.kind === 'postgres' ? known : letters;
    const folds = await folded(asked.map(make));
    const others = asked.filter((letter, index) => folds[index] !== searchFold(make(letter)));
    expect(others.map((letter) => letter.codePointAt(0)?.toString(16))).toEqual([]);
  });

  it('is that of the contract for texts of all scripts', async () => {
    const folds = await folded(mixed);
    expect(mixed.filter((text, index) => folds[index] !== searchFold(text))).toEqual([]);
  });

  it('knows nothing of NULL', async () => {
    const { rows } = await sql<{
      fold: string | null;
    }>`select adwarden_search_fold(null) as fold`.execute(database.db);
    expect(rows).toEqual([{ fold: null }]);
  });
});
