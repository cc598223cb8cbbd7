import { type ReactNode, useEffect, useState } from 'react';
import { waitingDelay } from '../../lib/delays.ts';

type Props = { children: ReactNode /** Milliseconds. */; after?: number };

/** Shows its children after a short delay, so that fast answers show no spinner. */
export function Delayed({ children, after = waitingDelay }: Props) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return due ? children : null;
}
