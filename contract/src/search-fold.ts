import { inNormalFormWithFewMarks } from './unicode.ts';

/*
 * The comparison of texts by a search: 'Zürich', 'ZURICH' and 'Ｚｕｒｉｃｈ' are the same. The databases store texts that are folded
 * like this, so a change of the fold needs a migration (ADR 89). Accounts and login ids are not compared by it.
 */

/** Letters of Latin, Greek and Cyrillic: only these lose their marks. In other scripts a mark makes another letter. */
const letters =
  'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02af\\u0370-\\u0373\\u0376-\\u0377\\u037b-\\u037d\\u037f-\\u0481\\u048a-\\u052f' +
  '\\u1c80-\\u1c88\\u1d00-\\u1dbf\\u1e00-\\u1fbc\\u2c60-\\u2c7f\\ua640-\\ua66e\\ua680-\\ua69b\\ua722-\\ua787\\ua78b-\\ua7ca\\uab30-\\uab64';
/** Marks that are written with letters of several scripts, and those of old Cyrillic texts. */
const marks =
  '\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1ace\\u1dc0-\\u1dff\\u20d0-\\u20f0\\ufe20-\\ufe2f';

const marksOfLetters = new RegExp(`(?<=[${letters}])[${marks}]+`, 'g');

/** Letters that Unicode does not decompose, as people write them on another keyboard. */
const written: Readonly<Record<string, string>> = {
  ı: 'i',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
};
const writtenLetters = new RegExp(`[${Object.keys(written).join('')}]`, 'g');

const ascii = /^[\0-\x7f]*$/;

/** Returns a text as a search compares it: without case, accents, width and ligatures. */
export function searchFold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const bare = inNormalFormWithFewMarks(text, 'NFKD').replace(marksOfLetters, '').toLowerCase();
  const plain = bare.replace(writtenLetters, (letter) => written[letter] ?? letter);
  return inNormalFormWithFewMarks(plain, 'NFC');
}

/** Tells whether a text contains a word, as a search compares them. */
export const textHolds = (text: string, word: string): boolean =>
  searchFold(text).includes(searchFold(word));
