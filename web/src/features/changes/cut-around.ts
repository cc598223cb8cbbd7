const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const lettersOf = (text: string) => Array.from(letters.segment(text), ({ segment }) => segment);

/** Letters that stay on each side of the difference. */
const context = 5;
/** Most letters of the differing part itself. */
const most = 40;

/** Shortens two values so that the first letters that differ stay; `…` replaces the rest. */
export function cutAround(before: string, after: string): { before: string; after: string } {
  const [a, b] = [lettersOf(before), lettersOf(after)];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let same = 0;
  while (same < shorter - start && a.at(-1 - same) === b.at(-1 - same)) same += 1;
  return { before: cut(a, start, same), after: cut(b, start, same) };
}

/** Shortens `text`, which differs between letter `start` and its last `same` letters. */
function cut(text: string[], start: number, same: number): string {
  const from = start > context + 1 ? start - context : 0;
  const wanted = Math.min(text.length - same, start + most) + context;
  const to = wanted < text.length - 1 ? wanted : text.length;
  const shown = text.slice(from, to).join('');
  return `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`;
}
