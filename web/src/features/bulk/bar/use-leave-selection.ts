import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { SelectionStore } from '../../../ui/data-table/selection-store.ts';

/** Things that Escape closes themselves; the selection stays then. */
const open = '[role="dialog"], [role="menu"], [role="listbox"], [data-expanded]';

/**
 * Returns a function that ends selecting, and calls it for Escape, unless the person types or something is open. The focus
 * stays on its row, or goes to the button Select, because checkboxes and bar disappear.
 */
export function useLeaveSelection(
  selection: SelectionStore,
  bar: RefObject<HTMLElement | null>,
): () => void {
  function leave(): void {
    const focused = document.activeElement;
    const row = focused?.closest<HTMLElement>('[data-row]');
    const isInside = bar.current?.contains(focused) || focused?.closest('thead');
    const button = bar.current?.parentElement?.querySelector<HTMLElement>('[data-select-rows]');
    selection.setOn(false);
    if (row) row.focus();
    else if (isInside) button?.focus();
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    const target = event.target as Element;
    const isTyping = target.matches('textarea, select, input:not([type="checkbox"])');
    if (!isTyping && !document.querySelector(open)) leave();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    // This listener runs before all others: once they have heard the key, what was open is gone.
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, []);
  return leave;
}
