import { useEffect } from 'react';

/** Ids of the dialogs that are open, the topmost last. */
let stack: readonly string[] = [];

/** Whether no other dialog was opened over this one: only then Escape is meant for it. */
export const isTopmost = (id: string): boolean => stack.at(-1) === id;

/** Counts a dialog among the open ones while it is. */
export function useDialogStack(opened: boolean, id: string): void {
  useEffect(() => {
    if (!opened) return;
    stack = [...stack, id];
    return () => {
      // After this event: the Escape that closes a question must not also close the form below it.
      setTimeout(() => {
        stack = stack.filter((one) => one !== id);
      });
    };
  }, [opened, id]);
}
