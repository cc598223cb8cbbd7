import { limits } from './limits.ts';

/** Matches more marks in a row than allowed. `\p{M}` includes every mark that NFC reorders. */
const longMarkRun = new RegExp(`\\p{M}{${limits.marksInARow + 1}}`, 'u');

/** Tells whether a text has more combining marks in a row than any language uses (UAX #15, stream-safe text). */
export function hasLongMarkRun(text: string): boolean {
  return longMarkRun.test(text);
}

/** The longest text that is put into a normal form: the longest field before NFC. */
const longestNormal = limits.text.note * limits.mostUnitsPerCharacter;

/**
 * Returns a text in a normal form of Unicode. The time of that grows with the square of the number of combining marks in a row.
 * So a text that is too long, or has too many marks in a row, stays as it is: no such text is stored, so it finds nothing.
 */
export function inNormalForm(text: string, form: 'NFC' | 'NFKC' | 'NFKD' = 'NFC'): string {
  return text.length > longestNormal || hasLongMarkRun(text) ? text : text.normalize(form);
}

/** The marks beyond those that are allowed in a row. */
const marksBeyond = new RegExp(`(?<=\\p{M}{${limits.marksInARow}})\\p{M}+`, 'gu');

/** Returns a text of any length in a normal form of Unicode, without the marks beyond those that are allowed in a row. */
export function inNormalFormWithFewMarks(text: string, form: 'NFC' | 'NFKD'): string {
  return (hasLongMarkRun(text) ? text.replace(marksBeyond, '') : text).normalize(form);
}

/** Format characters (bidirectional controls, zero-width characters, tags), and letters without a glyph. */
const invisible = /\p{Cf}|\u034f|[\u115f\u1160\u2800\u3164\uffa0]/gu;

/** Scripts whose spelling needs joiners: Arabic and related ones, the scripts of India and related ones. */
const joining = [
  'Arabic',
  'Syriac',
  'Nko',
  'Mongolian',
  'Adlam',
  'Hanifi_Rohingya',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Myanmar',
  'Khmer',
  'Tibetan',
  'Thaana',
  'Meetei_Mayek',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** Viramas: they remove a consonant's vowel. A joiner after one is correct spelling, also at the end of a word. */
const viramas =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2';
/** A letter or a mark that a joiner may follow: marks of any script can be between the letter and the joiner. */
const letter = `[${joining}\\p{Mn}]`;
const pictograph = '\\p{Extended_Pictographic}';
const tags = '[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]';

/** Matches invisible characters that are needed where they are. */
const needed = new RegExp(
  [
    `(?<=[${viramas}])[\\u200c\\u200d]`,
    `(?<=[${joining}]\\p{Mn}{0,4})[\\u200c\\u200d](?=${letter})`,
    // Emoji that are joined from several, such as a family.
    `(?<=${pictograph}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=${pictograph})`,
    // The flags of England, Scotland and Wales: a black flag, then the region in tag characters.
    `(?<=\\u{1f3f4})${tags}{3,6}\\u{e007f}`,
  ].join('|'),
  'gu',
);
const neededOrNot = new RegExp(`(${needed.source})|${invisible.source}`, 'gu');

/**
 * Tells whether a text contains invisible characters: with them, two different names look the same. Joiners are allowed where
 * the spelling needs them, and inside emoji.
 */
export function hasInvisible(text: string): boolean {
  return text.search(invisible) >= 0 && text.replace(needed, '').search(invisible) >= 0;
}

/** Returns the text without its invisible characters; those that are needed where they are stay. */
export function withoutInvisible(text: string): string {
  return text.replace(neededOrNot, (found, kept: string | undefined) => (kept ? found : ''));
}
