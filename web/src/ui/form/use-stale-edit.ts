import { useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { toastError } from '../../lib/toasts.ts';

export type Refusal<Thing> = { current: Thing; changedBy: string; changedAt: string };

/** The server's answer to a stale edit: the current thing, who changed it, and when; null for other errors. */
export function staleEditOf<Thing>(
  error: unknown,
  schema: z.ZodType<Refusal<Thing>>,
): Refusal<Thing> | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return schema.safeParse(error.extra).data ?? null;
}

/**
 * The state of an edit that may become stale: what it began with (`base`), and what somebody else saved in the
 * meantime (`stale`), until the user loads that or overwrites it. `schema` is the contract's answer to a stale edit.
 * The mutation must not show errors itself.
 */
export function useStaleEdit<Thing>(first: Thing | null, schema: z.ZodType<Refusal<Thing>>) {
  const [stale, setStale] = useState<Refusal<Thing> | null>(null);
  const [base, setBase] = useState(first);
  /** What a save replaces: what the form began with, or somebody else's newer version after the user has seen it. */
  const over = useRef(first);
  return {
    base,
    stale,
    over,
    begin(from: Thing | null): void {
      setStale(null);
      setBase(from);
      over.current = from;
    },
    /** Whether a save replaces somebody else's newer version; then send only the fields that were changed here. */
    isOverTheirs: () => over.current !== base,
    /** Lets the next save replace the newer version. */
    overwrite(): void {
      over.current = stale?.current ?? null;
    },
    /** Handles a failed save. A stale edit: returns the current thing. Any other error: shows it, and throws an `ApiError` again. */
    refused(error: unknown): Thing | null {
      const conflict = staleEditOf(error, schema);
      if (conflict) {
        over.current = base;
        setStale(conflict);
        return conflict.current;
      }
      if (!(error instanceof ApiError && error.sessionOver)) toastError(messageOf(error));
      if (error instanceof ApiError) throw error;
      return null;
    },
  };
}
