import { type RefObject, useEffect } from 'react';

/**
 * Focuses the element with `data-autofocus` in a part of a dialog: the dialog looked for one before the part was loaded. On
 * a page the focus stays where it is.
 */
export function useLateFocus(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!part.current?.closest('[role="dialog"]')) return;
    part.current.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [part]);
}
