/** Pieces of text that are hard to normalise, trim, search or split. */
export const oddPieces = [
  'x',
  ' ',
  '\t\n',
  ',',
  '"\\',
  // Combining marks that NFC reorders and composes with the letter before them.
  '\u0300',
  '\u0316',
  'a\u0327\u0301',
  // A decomposed Hangul syllable, and a letter that decomposes into four characters.
  '\u1112\u1161\u11ab',
  '\u03b1\u0313\u0300\u0345',
  // A character that NFKD expands to eighteen, one whose lower case is longer, and invisible ones.
  '\ufdfa',
  '\u0130',
  '\u200d',
  '\u202e',
  '👩‍👩‍👧',
  '\ud83d',
  'IN,',
  'Germny',
] as const;
