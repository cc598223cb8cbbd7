import { limits } from '@adwarden/contract/limits';
import { shorten } from '@adwarden/contract/shorten';
import { takeTurn } from '../kit/turns/turns.ts';

/** Milliseconds of presenting rows before other work has its turn. */
const sliceMs = 4;
/** The lengths to which the texts of a page are cut, one after the other, until the page fits. */
const lengths = [2000, 500, 100];

/** Presents the rows of a page; other requests have their turn in between. */
export async function inTurns<Row, Item>(
  rows: readonly Row[],
  present: (row: Row) => Item,
): Promise<Item[]> {
  const items: Item[] = [];
  let began = performance.now();
  for (const row of rows) {
    items.push(present(row));
    if (performance.now() - began < sliceMs) continue;
    await takeTurn();
    began = performance.now();
  }
  return items;
}

/**
 * Returns the items of a page with all their texts together within `most` UTF-16 code units. In a page that has more, the texts
 * are cut and end with "…". A caller who wants them whole asks for fewer rows. For lists that are only shown, not edited.
 */
export function boundedPage<T>(items: T[], most: number = limits.pageText): T[] {
  let bounded = items;
  for (const longest of lengths) {
    if (textLength(bounded) <= most) break;
    bounded = cutTexts(items, longest);
  }
  return bounded;
}

function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value === null || typeof value !== 'object') return 0;
  return Object.values(value).reduce((sum: number, one) => sum + textLength(one), 0);
}

function cutTexts<T>(value: T, longest: number): T;
function cutTexts(value: unknown, longest: number): unknown {
  if (typeof value === 'string') return shorten(value, longest);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one) => cutTexts(one, longest));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, cutTexts(one, longest)]),
  );
}
