import { useState } from 'react';
import { useUnsaved } from './unsaved.ts';

type Guard = {
  /** The question is on the screen. */
  asking: boolean;
  /** Leaves at once when nothing would be lost, else asks. */
  leave: () => void;
  stay: () => void;
  discard: () => void;
};

/**
 * Asks before a form is closed with unsaved changes (design, section 9), and registers it with the
 * page, whose `LeaveGuard` asks before another page loses them.
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
      // After this event: the Escape that asks must not also be the answer of the question it opens.
      setTimeout(() => setAsking(true));
    },
    stay: () => setAsking(false),
    discard: () => {
      setAsking(false);
      onLeave();
    },
  };
}
