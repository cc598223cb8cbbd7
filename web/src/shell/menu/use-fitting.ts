import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns how many of the first `count` children of a row fit into its width, when `reserve` pixels are kept for a "More" at
 * the end. It returns all of them while `enabled` is false. Widths are measured when all are shown, before the paint, and
 * the row is then watched. Mantine's OverflowList is a <div>, but a menu must be a list; and it cannot be turned off for
 * the column of narrow windows.
 */
export function useFitting(
  row: RefObject<HTMLElement | null>,
  { count, reserve, enabled }: { count: number; reserve: number; enabled: boolean },
): number {
  const [fitting, setFitting] = useState(count);
  const widths = useRef<number[]>([]);

  useLayoutEffect(() => {
    const node = row.current;
    if (!node || !enabled) return;
    if (widths.current.length !== count) {
      const children = [...node.children].slice(0, count) as HTMLElement[];
      widths.current = children.map((child) => child.getBoundingClientRect().width);
    }
    const watcher = new ResizeObserver(fit);
    watcher.observe(node);
    fit();
    return () => watcher.disconnect();

    function fit() {
      const room = node?.clientWidth ?? 0;
      const all = widths.current.reduce((sum, width) => sum + width, 0);
      setFitting(all <= room ? count : howManyFit(widths.current, room - reserve));
    }
  }, [row, count, reserve, enabled]);

  return enabled ? Math.min(fitting, count) : count;
}

/** Returns how many of these widths fit side by side, from the first. */
export function howManyFit(widths: readonly number[], room: number): number {
  let sum = 0;
  const tooMuch = widths.findIndex((width) => {
    sum += width;
    return sum > room;
  });
  return tooMuch === -1 ? widths.length : tooMuch;
}
