/* Finds a place for toasts where they cover no controls. */

/** CSS pixels, from the corner of the window. */
export type Box = { left: number; top: number; right: number; bottom: number };

/** Something that toasts should not cover; obstacles with a larger weight are covered last. */
export type Obstacle = Box & { weight: number };

/** CSS pixels between toasts and the edge of the window, or an obstacle. */
const gap = 8;
/** CSS pixels between two places that are tried. */
const step = 4;

/** Returns how much of the obstacles a box covers: weights times square pixels. */
export function coveredBy(box: Box, obstacles: readonly Obstacle[], margin = 0): number {
  let covered = 0;
  for (const { left, top, right, bottom, weight } of obstacles) {
    const width = Math.min(right + margin, box.right) - Math.max(left - margin, box.left);
    const height = Math.min(bottom + margin, box.bottom) - Math.max(top - margin, box.top);
    if (width > 0 && height > 0) covered += width * height * weight;
  }
  return covered;
}

type Room = {
  window: { width: number; height: number };
  toasts: { width: number; height: number };
  /** The height of the top bar. */
  below: number;
  /** Whether the search begins at the bottom, where the thumb does not hide what was pressed; otherwise below the top bar. */
  fromBottom: boolean;
  obstacles: readonly Obstacle[];
};

/**
 * Returns the place that covers least of the obstacles. If several are equal, the first wins: at the right, then in the
 * middle, then at the left; from top to bottom, or from the bottom.
 */
export function placeOfToasts({ window, toasts, below, fromBottom, obstacles }: Room): Box {
  const { width, height } = toasts;
  const lefts = [window.width - width - 16, (window.width - width) / 2, 16];
  const lowest = Math.max(window.height - height - 2 * gap, 0);
  const highest = Math.min(below + gap, lowest);
  const tops: number[] = [];
  for (let top = highest; top < lowest; top += step) tops.push(top);
  tops.push(lowest);
  if (fromBottom) tops.reverse();
  let best: Box | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const left of new Set(lefts.map((one) => Math.max(0, Math.round(one))))) {
    for (const top of tops) {
      const box = { left, top, right: left + width, bottom: top + height };
      const covered = coveredBy(box, obstacles, gap / 2);
      if (covered < least) [best, least] = [box, covered];
      if (covered === 0) return box;
    }
  }
  return best ?? { left: 0, top: 0, right: width, bottom: height };
}
