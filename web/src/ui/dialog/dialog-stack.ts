import { useEffectEvent, useLayoutEffect } from 'react';

type Open = { id: string; close: () => void; isClosed: boolean };

/** The open dialogs, the topmost last. One that was closed stays until the event that closed it is over. */
let stack: readonly Open[] = [];

/** Whether this dialog is the topmost one; only that one reacts to Escape. */
export const isTopmost = (id: string): boolean => stack.at(-1)?.id === id;

/** Whether any dialog is open. */
export const isDialogOpen = (): boolean => stack.some(({ isClosed }) => !isClosed);

let isOwnStep = false;

/** Goes back from the entry in the browser's history of a dialog that was just closed. Nothing stops this step. */
export function goBackFromDialog(go: () => void): void {
  isOwnStep = true;
  go();
}

/** Whether a step back is that one; asked once for each step. */
export function takeOwnStep(): boolean {
  const was = isOwnStep;
  isOwnStep = false;
  return was;
}

/** Closes the topmost dialog as Escape does: a busy one stays, a changed form asks first. */
export const closeTopmost = (): void => stack.at(-1)?.close();

/** Registers a dialog while it is open. */
export function useDialogStack(opened: boolean, id: string, close: () => void): void {
  const onClose = useEffectEvent(close);
  // A layout effect runs before the browser shows the page without the dialog: from then on, Back leaves the page.
  useLayoutEffect(() => {
    if (!opened) return;
    const one = { id, close: () => onClose(), isClosed: false };
    stack = [...stack, one];
    return () => {
      one.isClosed = true;
      // Remove it only after the current event: the Escape that closes a question must not also close the form below.
      setTimeout(() => {
        stack = stack.filter((other) => other !== one);
      });
    };
  }, [opened, id]);
}
