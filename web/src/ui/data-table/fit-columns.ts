/** The room that a column needs, in CSS pixels. */
export type ColumnNeed = {
  id: string;
  /** The least width of the column. */
  least: number;
  /** The width at which nothing in it is cut. */
  whole: number;
  /** Its share of the room that the others leave; 0 if it is always as wide as its content. */
  grow: number;
  /** Its turn to be hidden when there is no room: 1 goes first. Undefined: never. */
  givesWay?: number | undefined;
};

export type FittedColumns = {
  /** The ids of the columns for which there is no room. */
  hidden: string[];
  /** CSS pixels by id; their sum is the room, or more if columns that may not be hidden need more. */
  widths: Record<string, number>;
};

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

/** Hides the least needed columns until the rest fits into `room`, and gives each of the rest its width. */
export function fitColumns(needs: readonly ColumnNeed[], room: number): FittedColumns {
  const byTurn = needs
    .filter(({ givesWay }) => givesWay !== undefined)
    .sort((one, other) => (one.givesWay ?? 0) - (other.givesWay ?? 0));
  const hidden: string[] = [];
  let needed = sum(needs.map(({ least }) => least));
  for (const { id, least } of byTurn) {
    if (needed <= room) break;
    hidden.push(id);
    needed -= least;
  }
  const shown = needs.filter(({ id }) => !hidden.includes(id));
  return { hidden, widths: share(shown, room) };
}

/** Returns the widths of all columns with nothing cut, however wide they are together; not narrower than `room`. */
export function wholeColumns(needs: readonly ColumnNeed[], room: number): FittedColumns['widths'] {
  return share(needs, Math.max(room, sum(needs.map(({ whole }) => whole))));
}

/**
 * Divides the room. Short texts are shown whole first: all growing columns get the same width, times their share, and none
 * more than it needs. The remaining room goes to the growing columns by their shares.
 */
function share(needs: readonly ColumnNeed[], room: number): FittedColumns['widths'] {
  const atLevel = (level: number) =>
    needs.map(({ least, whole, grow }) =>
      grow === 0 ? least : Math.max(least, Math.min(whole, level * grow)),
    );
  let [low, high] = [0, room];
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2;
    if (sum(atLevel(middle)) > room) high = middle;
    else low = middle;
  }
  const widths = atLevel(low).map((width) => Math.floor(width + 0.001));
  const growing = needs.some(({ grow }) => grow > 0);
  const weights = needs.map(({ grow }) => (growing ? grow : 1));
  const left = Math.max(0, room - sum(widths));
  const parts = weights.map((weight) => Math.floor((left * weight) / (sum(weights) || 1)));
  // Whole pixels, so that the sum is exact.
  const last = weights.findLastIndex((weight) => weight > 0);
  return Object.fromEntries(
    needs.map(({ id }, place) => {
      const rest = place === last ? left - sum(parts) : 0;
      return [id, (widths[place] ?? 0) + (parts[place] ?? 0) + rest];
    }),
  );
}
