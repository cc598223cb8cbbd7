/**
 * Counts the letters that must be added, removed, replaced or swapped with their neighbour to make one text of the other
 * (Damerau-Levenshtein); `most` + 1 when it is more than `most`.
 */
export function editDistance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = from[row - 1] === to[column - 1] ? 0 : 1;
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + replaced,
      );
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && isSwapped) {
        edits = Math.min(edits, (before[column - 2] ?? 0) + 1);
      }
      line.push(edits);
    }
    if (Math.min(...line) > most) return most + 1;
    before = last;
    last = line;
  }
  return Math.min(last[to.length] ?? 0, most + 1);
}
