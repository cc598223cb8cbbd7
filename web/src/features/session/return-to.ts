import { type Location, type Path, useLocation } from 'react-router';

/** What a navigation to a sign-in page carries along: the place to come back to. */
export type ReturnState = { from: Path } | null;

/** The state for a navigation that interrupts a visit at `location`. */
export function returnTo({ pathname, search, hash }: Location): ReturnState {
  return { from: { pathname, search, hash } };
}

/** Where the person was before being sent to sign in, or null. */
export function useReturnPath(): Path | null {
  return (useLocation().state as ReturnState)?.from ?? null;
}
