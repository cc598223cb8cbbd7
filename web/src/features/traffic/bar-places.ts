/** Counts at the lines of an axis: five whole numbers from 0, equally far apart, the last one at least `most`. */
export function countTicks(most: number): number[] {
  const part = Math.max(1, most / 4);
  // Two digits, the second one 0 or 5; below 10, one digit.
  const unit = part <= 10 ? 1 : 10 ** Math.ceil(Math.log10(part)) / 20;
  const step = Math.ceil(part / unit) * unit;
  return [0, 1, 2, 3, 4].map((line) => line * step);
}

/** The widest bar, in pixels. */
const widest = 36;

/**
 * The bars of `count` steps on an axis, in pixels: the distance of two, where the first one begins in its step, and its
 * width. `gap` is the part of a step that stays free on each side.
 */
export function barPlaces(axis: number, count: number, gap: number) {
  const every = axis / count;
  const free = every * (1 - 2 * gap);
  const full = free > 1 ? Math.round(free) : free;
  const width = Math.min(widest, full);
  return { every, from: every * gap + (full - width) / 2, width };
}

export type Point = { x: number; y: number };

/** A line through points, as the path of an SVG; it is broken where a point is null. */
export const lineThrough = (points: readonly (Point | null)[]): string =>
  points
    .map((point, place) => {
      if (!point) return '';
      return `${place > 0 && points[place - 1] ? 'L' : 'M'}${point.x},${point.y}`;
    })
    .join('');
