import { useEffect } from 'react';
import { messageTime } from '../../lib/delays.ts';

/** Clears a mutation's error after 3 s, counted anew for each failure. */
export function usePassingError(error: Error | null, reset: () => void): void {
  useEffect(() => {
    if (!error) return;
    const timer = setTimeout(reset, messageTime);
    return () => clearTimeout(timer);
  }, [error, reset]);
}
