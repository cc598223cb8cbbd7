/** The maximum length of a name in a message: three lines of a toast. */
const shown = 60;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Right-to-left letters, and the control characters that change the direction of text. */
const turns =
  /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Formats a name for a message: one line, cut to 60 visible characters (graphemes). A right-to-left name is put between U+2068
 * and U+2069, so that it does not change the order of the words around it.
 */
export function shownName(name: string): string {
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
