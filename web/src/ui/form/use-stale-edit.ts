import { useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { toastError } from '../../lib/toasts.ts';

export type Refusal<Thing> = { current: Thing; changedBy: string; changedAt: string };

/** The refusal of a stale edit: what the thing is now, who changed it, when; null for another error. */
export function staleEditOf<Thing>(
  error: unknown,
  schema: z.ZodType<Refusal<Thing>>,
): Refusal<Thing> | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return schema.safeParse(error.extra).data ?? null;
}

/**
 * What an edit began with, and what somebody saved meanwhile, until theirs is loaded or mine is saved over
 * it. `schema` is the contract's refusal of a stale edit; its mutation shows no error of its own.
 */
export function useStaleEdit<Thing>(first: Thing | null, schema: z.ZodType<Refusal<Thing>>) {
  const [stale, setStale] = useState<Refusal<Thing> | null>(null);
  const [base, setBase] = useState(first);
  /** What a save goes over: what the form began with, or somebody's newer version once that was seen. */
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
    /** Over somebody's newer version goes only what was changed here: the rest of theirs stays. */
    isOverTheirs: () => over.current !== base,
    /** From the next save on, mine goes over theirs. */
    overwrite(): void {
      over.current = stale?.current ?? null;
    },
    /** Takes a failed save: answers what is saved now when it was stale, else tells the error and throws it on. */
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
