import { useState } from 'react';
import { useUnsaved } from './unsaved.ts';

type Guard = {
  /** The question is on the screen. */
  asking: boolean;
  /** Leaves at once if there are no unsaved changes, else asks. */
  leave: () => void;
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
  const [asking, setAsking] = useState(false);
  useUnsaved(active, isDirty);
  return {
    asking,
    leave: () => {
      if (!isDirty()) return onLeave();
      // After this event: the Escape that opens the question must not also answer it.
      setTimeout(() => setAsking(true));
    },
    stay: () => setAsking(false),
    discard: () => {
      setAsking(false);
      onLeave();
    },
  };
}
