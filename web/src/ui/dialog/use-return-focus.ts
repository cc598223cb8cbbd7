import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import {
  type FocusPlace,
  focusPlace,
  giveFocus,
  isFocusLost,
  opens,
} from '../../lib/focus-place.ts';

type Closed = { opening: number; place: FocusPlace; dialog: Element | null };

let openings = 0;
let closed: Closed[] = [];
let isGivingBack = false;

/** Returns the focus once for all dialogs that closed together: for a question and its form, to the form's opener. */
function returnFocus(): void {
  const all = closed;
  closed = [];
  const [first] = all.sort((a, b) => a.opening - b.opening);
  const isInside = all.some(({ dialog }) => dialog?.contains(document.activeElement));
  if (first && (isInside || isFocusLost())) giveFocus(first.place, first.dialog);
}

/**
 * Gives the focus back when a closed dialog takes it. The returned function ends this. Mantine focuses a dialog a moment
 * after it opened; the dialog may be closing by then.
 */
function refuseFocus({ place, dialog }: Closed): () => void {
  function giveBack(): void {
    // Two closing dialogs would give the focus to each other without end.
    if (isGivingBack) return;
    isGivingBack = true;
    try {
      giveFocus(place, dialog);
    } finally {
      isGivingBack = false;
    }
  }
  dialog?.addEventListener('focusin', giveBack);
  return () => dialog?.removeEventListener('focusin', giveBack);
}

/**
 * Returns the focus to the element that opened a dialog, after the dialog was closed or removed. All dialogs use it;
 * toasts do the same (lib/toasts.ts). `opened` is falsy while the dialog is closed; a different truthy value means that
 * it was opened again. `inside` returns the dialog's element. If the focus is already outside of the dialog, it stays
 * there. Mantine's useFocusReturn only knows the element that had the focus, which may be gone: the row was deleted, or
 * the menu closed.
 */
export function useReturnFocus(opened: unknown, inside: () => Element | null): void {
  const find = useEffectEvent(inside);
  const allowFocus = useRef(() => {});
  // A layout effect runs before the dialog takes the focus, and before a closing dialog is removed.
  useLayoutEffect(() => {
    if (!opened) return;
    allowFocus.current();
    openings += 1;
    const opening = openings;
    const place = focusPlace();
    const end = opens({ place, inside: () => find() });
    return () => {
      end();
      // Wait for the whole commit, because a question and its form may close together.
      if (closed.length === 0) queueMicrotask(returnFocus);
      const one = { opening, place, dialog: find() };
      closed.push(one);
      allowFocus.current = refuseFocus(one);
    };
  }, [opened]);
}
