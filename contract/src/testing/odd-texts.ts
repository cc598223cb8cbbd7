/** What texts are made of that are hard on whoever normalises, trims, searches or splits them. */
export const oddPieces = [
  'x',
  ' ',
  '\t\n',
  ',',
  '"\\',
  // Marks that NFC must put in the other order, and composes with the letter before them.
  '\u0300',
  '\u0316',
  'a\u0327\u0301',
  // Hangul by its parts, and a letter of four.
  '\u1112\u1161\u11ab',
  '\u03b1\u0313\u0300\u0345',
  // One character that NFKD makes eighteen of, one whose small form is longer, signs nobody sees.
  '\ufdfa',
  '\u0130',
  '\u200d',
  '\u202e',
  '👩‍👩‍👧',
  '\ud83d',
  'IN,',
  'Germny',
] as const;
