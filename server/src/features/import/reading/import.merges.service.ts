import { limits } from '@adwarden/contract/limits';
import { takeTurn } from '../../../kit/turns/turns.ts';
import { fileFault } from './import.fault.ts';

const { columns: mostColumns, workbook: bounds } = limits.import;

/** Merged cells: from the row `top` to the row `bottom`, and from the column `left`, from 0, to the column `right`. */
type Merge = { top: number; bottom: number; left: number; right: number; value: string };

const merged = /mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g;
const longestElement = 200;

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/**
 * Finds the merged cells of a sheet. They stand behind its rows, so the sheet is unpacked once for them alone. This searches for
 * one word, and costs little beside the parser.
 */
export async function createMerges(chunks: AsyncIterable<Buffer>) {
  const merges: Merge[] = [];
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    await takeTurn();
    const bytes = Buffer.concat([rest, chunk]);
    rest = bytes.subarray(Math.max(0, bytes.length - longestElement));
    if (!bytes.includes('mergeCell ')) continue;
    const text = bytes.toString('latin1');
    let end = 0;
    for (const { 0: found, 1: from = '', 2: top, 3: to = '', 4: bottom, index } of text.matchAll(
      merged,
    )) {
      end = index + found.length;
      merges.push({
        top: Number(top),
        bottom: Number(bottom),
        left: columnOf(from),
        right: Math.min(columnOf(to), mostColumns - 1),
        value: '',
      });
    }
    if (merges.length > bounds.merged) {
      throw fileFault(`The sheet has more than ${bounds.merged} merged cells`);
    }
    // The rest begins after the last match, so that no match is found twice.
    if (end > text.length - longestElement) rest = bytes.subarray(end);
  }
  merges.sort((one, other) => one.top - other.top);
  let next = 0;
  let active: Merge[] = [];

  return {
    count: merges.length,

    /** Writes the value of merged cells into all of them; rows must come in their order. */
    fill(row: number, cells: string[]): void {
      active = active.filter(({ bottom }) => bottom >= row);
      for (let merge = merges[next]; merge && merge.top <= row; merge = merges[next]) {
        if (merge.top === row) active.push({ ...merge, value: cells[merge.left] ?? '' });
        next += 1;
      }
      for (const { left, right, value } of active) {
        if (value === '') continue;
        for (let column = left; column <= right; column += 1) {
          while (cells.length <= column) cells.push('');
          cells[column] ||= value;
        }
      }
    },
  };
}
