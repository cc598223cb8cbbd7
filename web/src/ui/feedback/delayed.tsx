import { type ReactNode, useEffect, useState } from 'react';
import { waitingDelay } from '../../lib/delays.ts';

type Props = { children: ReactNode /** Milliseconds. */; after?: number };

/**
 * Shows its children after a short delay, so that fast answers show no spinner. `data-still-loading` says from the start that
 * something loads here: what its height will move stays hidden meanwhile (the footer, in app-shell.module.css).
 */
export function Delayed({ children, after = waitingDelay }: Props) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return (
    <>
      <span data-still-loading hidden />
      {due && children}
    </>
  );
}
