import { limits } from './limits.ts';

/** One more mark than a text may have in a row; `\p{M}` holds all that NFC has to sort. */
const longMarkRun = new RegExp(`\\p{M}{${limits.marksInARow + 1}}`, 'u');

/** Whether a text has more combining marks in a row than any language writes (UAX #15, stream-safe text). */
export function hasLongMarkRun(text: string): boolean {
  return longMarkRun.test(text);
}

/** Format characters (bidirectional controls, zero-width characters, tags), and letters that draw nothing. */
const invisible = /\p{Cf}|\u034f|[\u115f\u1160\u2800\u3164\uffa0]/u;

/** Scripts whose spelling needs joiners: Arabic's kin, the scripts of India and their kin. */
const joining = [
  ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Adlam', 'Hanifi_Rohingya'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada'],
  ...['Malayalam', 'Sinhala', 'Myanmar', 'Khmer', 'Tibetan', 'Thaana', 'Meetei_Mayek'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** The signs that take a consonant's vowel away; a joiner behind one is spelling, also at a word's end. */
const viramas =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2';
/** Marks of every script may stand between a letter and a joiner. */
const letter = `[${joining}\\p{Mn}]`;
const pictograph = '\\p{Extended_Pictographic}';
const tags = '[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]';

/** Where a character that is seen needs one that is not. */
const needed = new RegExp(
  [
    `(?<=[${viramas}])[\\u200c\\u200d]`,
    `(?<=[${joining}]\\p{Mn}{0,4})[\\u200c\\u200d](?=${letter})`,
    // A family or a flag of one's own: pictographs with their modifiers, joined.
    `(?<=${pictograph}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=${pictograph})`,
    // The flags of England, Scotland and Wales: a black flag and the region in tags.
    `(?<=\\u{1f3f4})${tags}{3,6}\\u{e007f}`,
  ].join('|'),
  'gu',
);

/**
 * Whether a text holds characters that nobody sees, by which one name can pass for another. Joiners stay
 * where spelling needs them, and inside emoji.
 */
export function hasInvisible(text: string): boolean {
  return invisible.test(text) && invisible.test(text.replace(needed, ''));
}
