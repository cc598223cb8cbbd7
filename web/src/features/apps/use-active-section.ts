import { type RefObject, useEffect, useState } from 'react';

/** A section counts as reached when it begins at most this far (CSS pixels) below the frame's top. */
const reach = 90;

/**
 * Which of the sections `ids`, in their order, is being read in the frame that scrolls round `inside`:
 * the last one reached, or the very last when the frame is at its end. `ids` is a constant.
 */
export function useActiveSection(ids: string[], inside: RefObject<HTMLElement | null>): string {
  const [active, setActive] = useState(ids[0] ?? '');
  useEffect(() => {
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.contains(inside.current)) return;
      const top = target.getBoundingClientRect().top + reach;
      const reached = ids.filter(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= top,
      );
      const atEnd = target.scrollTop + target.clientHeight >= target.scrollHeight - 2;
      setActive((atEnd ? ids.at(-1) : (reached.at(-1) ?? ids[0])) ?? '');
    };
    // Scrolling does not bubble, but it can be caught on its way down.
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, [ids, inside]);
  return active;
}
