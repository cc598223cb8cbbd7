/*
 * The rows and cells of a pasted table. A spreadsheet copies tabs between cells, and puts a cell with a line break, a tab or a
 * quote into quotes. Typed or exported tables have commas or semicolons.
 */

export type Separator = '\t' | ';' | ',';

/** Splits a text into rows of trimmed cells, one after the other. Without a separator each line is one cell. */
export function* eachRowIn(text: string, separator: Separator | null): Generator<string[]> {
  let row: string[] = [];
  let at = 0;
  const isEnd = (sign: string | undefined) =>
    sign === undefined || sign === '\n' || sign === '\r' || sign === separator;

  /** Finds the end of the cell in quotes that begins here; -1 when the quote only belongs to the text. */
  function closingQuote(): number {
    let end = text.indexOf('"', at + 1);
    while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    return end >= 0 && isEnd(text[end + 1]) ? end : -1;
  }

  while (at <= text.length) {
    const quote = text[at] === '"' ? closingQuote() : -1;
    let end = quote >= 0 ? quote + 1 : at;
    if (quote < 0) while (!isEnd(text[end])) end += 1;
    const cell = quote >= 0 ? text.slice(at + 1, quote).replaceAll('""', '"') : text.slice(at, end);
    row.push(cell.trim());
    at = end + 1;
    if (text[end] === separator && separator !== null) continue;
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    yield row;
    row = [];
  }
}
