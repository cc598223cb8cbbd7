import { useEffect } from 'react';

/** Ids of the open dialogs, the topmost last. */
let stack: readonly string[] = [];

/** Whether this dialog is the topmost one; only that one reacts to Escape. */
export const isTopmost = (id: string): boolean => stack.at(-1) === id;

/** Registers a dialog while it is open. */
export function useDialogStack(opened: boolean, id: string): void {
  useEffect(() => {
    if (!opened) return;
    stack = [...stack, id];
    return () => {
      // Remove it only after the current event: the Escape that closes a question must not also close the form below.
      setTimeout(() => {
        stack = stack.filter((one) => one !== id);
      });
    };
  }, [opened, id]);
}
