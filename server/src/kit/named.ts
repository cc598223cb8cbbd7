/** Characters of a name that a message shows; a toast has room for them on three lines. */
const shown = 60;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Letters written from right to left, and the characters that turn the direction. */
const turns =
  /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name as it stands in a message: one line, cut to 60 characters as people count them, and isolated
 * (U+2068, U+2069) when it runs from right to left, so that it does not turn the words around it.
 */
export function named(name: string): string {
  const line = name.replace(/\s+/g, ' ');
  let text = '';
  let count = 0;
  for (const { segment } of segmenter.segment(line)) {
    if (count === shown) {
      text += '…';
      break;
    }
    text += segment;
    count += 1;
  }
  return turns.test(text) ? `\u2068${text}\u2069` : text;
}
