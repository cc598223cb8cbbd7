/**
 * The places before and after a place in a list, from 0; null at its ends. When the thing at the place is not found any
 * more, the one after it has moved up to its place.
 */
export function stepsFrom(
  place: number,
  { isFound, total }: { isFound: boolean; total: number },
): { previous: number | null; next: number | null } {
  const inside = (to: number) => (to >= 0 && to < total ? to : null);
  return {
    // Rows may have gone from the end of the list, too.
    previous: inside(Math.min(place, total) - 1),
    next: inside(isFound ? place + 1 : place),
  };
}
