import { type RefObject, useEffect, useState } from 'react';

/** A section counts as reached when it begins at most this far (CSS pixels) below the frame's top. */
const reach = 90;

/**
 * The id of the section that is being read: the last one that was scrolled to, or the last of all when the
 * container is scrolled to its end. `ids` are the sections in their order and must be constant; `inside` is an
 * element in the scroll container. Mantine's useScrollSpy marks the heading that is nearest to the top, so a short
 * last section would never be marked.
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
