import { useState } from 'react';
import { useUnsaved } from '../unsaved.ts';

type Guard = {
  /** The question is on the screen. */
  asking: boolean;
  /** Leaves at once if there are no unsaved changes, else asks. `then`: another way to leave than `onLeave`. */
  leave: (then?: () => void) => void;
  stay: () => void;
  discard: () => void;
};

/**
 * Asks before a form with unsaved changes is closed (ADR 31 "Forms"). Also registers the form, so that `LeaveGuard`
 * asks before the user goes to another page.
 */
export function useUnsavedGuard(
  active: boolean,
  isDirty: () => boolean,
  onLeave: () => void,
): Guard {
  const [asking, setAsking] = useState<{ then: (() => void) | undefined } | null>(null);
  useUnsaved(active, isDirty);
  return {
    asking: asking !== null,
    leave: (then) => {
      if (!isDirty()) return (then ?? onLeave)();
      // After this event: the Escape that opens the question must not also answer it.
      setTimeout(() => setAsking({ then }));
    },
    stay: () => setAsking(null),
    discard: () => {
      setAsking(null);
      (asking?.then ?? onLeave)();
    },
  };
}
