import { useEffectEvent, useLayoutEffect } from 'react';
import { type FocusPlace, focusPlace, giveFocus, isFocusLost } from './focus-place.ts';

type Closed = { opening: number; place: FocusPlace; dialog: Element | null };

let openings = 0;
let closed: Closed[] = [];

/** Returns the focus of what closed at once: a question and the form below it go back to the form's opener. */
function returnFocus(): void {
  const all = closed;
  closed = [];
  const [first] = all.sort((a, b) => a.opening - b.opening);
  const isInside = all.some(({ dialog }) => dialog?.contains(document.activeElement));
  if (first && (isInside || isFocusLost())) giveFocus(first.place, first.dialog);
}

/**
 * Gives the focus back to what opened a dialog, once that closes or leaves the page: the one way in
 * which this app returns it. `opened` is falsy while it is closed; another truthy value is another
 * opening. `inside` finds the dialog's element. Focus that is elsewhere already is left there.
 */
export function useReturnFocus(opened: unknown, inside: () => Element | null): void {
  const find = useEffectEvent(inside);
  // Before the dialog takes the focus, and before what closes is removed.
  useLayoutEffect(() => {
    if (!opened) return;
    openings += 1;
    const opening = openings;
    const place = focusPlace();
    return () => {
      // After the whole commit: a question and the form below it may close in one.
      if (closed.length === 0) queueMicrotask(returnFocus);
      closed.push({ opening, place, dialog: find() });
    };
  }, [opened]);
}
