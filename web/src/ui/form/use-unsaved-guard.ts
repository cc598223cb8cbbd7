import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';

type Guard = {
  /** The question is on the screen. */
  asking: boolean;
  /** Leaves at once when nothing would be lost, else asks. */
  leave: () => void;
  stay: () => void;
  discard: () => void;
};

/**
 * Asks before unsaved changes are lost (design, section 9): on closing, on going to another page,
 * and, in the browser's own words, on closing the tab.
 */
export function useUnsavedGuard(
  active: boolean,
  isDirty: () => boolean,
  onLeave: () => void,
): Guard {
  const [closing, setClosing] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active && currentLocation.pathname !== nextLocation.pathname && isDirty(),
  );

  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => isDirty() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active, isDirty]);

  return {
    asking: closing || blocker.state === 'blocked',
    leave: () => {
      if (!isDirty()) return onLeave();
      // After this event: the Escape that asks must not also be the answer of the question it opens.
      setTimeout(() => setClosing(true));
    },
    stay: () => {
      setClosing(false);
      blocker.reset?.();
    },
    discard: () => {
      setClosing(false);
      onLeave();
      blocker.proceed?.();
    },
  };
}
