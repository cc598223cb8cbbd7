import { type RefCallback, useCallback, useState } from 'react';

/**
 * The width of an element in CSS pixels; 0 until it is there. Known before the first paint, unlike with Mantine's
 * useElementSize, so that a table is never drawn with the columns of another width.
 */
export function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((node: HTMLElement | null) => {
    if (!node) return;
    const measure = () => setWidth(Math.round(node.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
