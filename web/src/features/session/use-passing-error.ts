import { useEffect } from 'react';

/** Milliseconds that a refused sign-in stays on the screen (spec, section 9). */
const shownFor = 3000;

/** Clears a mutation's error after 3 s, counted anew for each failure. */
export function usePassingError(error: Error | null, reset: () => void): void {
  useEffect(() => {
    if (!error) return;
    const timer = setTimeout(reset, shownFor);
    return () => clearTimeout(timer);
  }, [error, reset]);
}
