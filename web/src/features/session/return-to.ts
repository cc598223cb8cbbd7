import { type Location, type Path, useLocation } from 'react-router';

/**
 * The state of a navigation to a sign-in page: the place to come back to. `seeks`: a new tab was opened there, so the page may take
 * the session of another tab (ADR 135).
 */
export type ReturnState = { from: Path; seeks?: boolean } | null;

/** Returns the state for a navigation that interrupts a visit at `location`. */
export function returnTo({ pathname, search, hash }: Location): ReturnState {
  return { from: { pathname, search, hash } };
}

/** Returns where the person was before being sent to sign in, or null. */
export function useReturnPath(): Path | null {
  return (useLocation().state as ReturnState)?.from ?? null;
}
