const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** One or two letters for a person's picture: first and last word, whole graphemes, '?' for nobody. */
export function initials(fullName: string): string {
  const words = fullName.trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = ends.map((word = '') => [...graphemes.segment(word)][0]?.segment ?? '');
  return letters.join('').toLocaleUpperCase() || '?';
}
