import { useState } from 'react';
import type { z } from 'zod';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { formatDate, formatDateTime, formatTime } from '../../lib/dates.ts';
import { toastError } from '../../lib/toasts.ts';
import type { Side, StaleField } from './stale-edit.tsx';

export type Refusal<Thing> = { current: Thing; changedBy: string; changedAt: string };

/**
 * An edit. `base`: the values with which the form was opened. `over`: the version that a save replaces; it is newer than
 * `base` after somebody else has saved. `merged` says who changed which other fields; '' if nobody did.
 */
export type Edit<Thing> = { base: Thing; over: Thing; merged: string };

/** Returns the server's answer to a stale edit: the current thing, who changed it, and when; null for other errors. */
export function staleEditOf<Thing>(
  error: unknown,
  schema: z.ZodType<Refusal<Thing>>,
): Refusal<Thing> | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return schema.safeParse(error.extra).data ?? null;
}

/** The most fields that are named; more are counted. */
const mostNamed = 3;

/** Says who has changed the fields that are left alone here: 'Priya changed Interstitial 3 at 12:37 AM'; '' for none. */
export function mergedWords(
  { changedBy, changedAt }: Pick<Refusal<unknown>, 'changedBy' | 'changedAt'>,
  differences: readonly StaleField[],
): string {
  const labels = differences.filter(({ mine }) => mine === null).map(({ label }) => label);
  if (labels.length === 0) return '';
  const more = labels.length - mostNamed;
  const named = labels.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const isToday = formatDate(changedAt) === formatDate(Date.now());
  const when = isToday ? `at ${formatTime(changedAt)}` : `on ${formatDateTime(changedAt)}`;
  return `${changedBy || 'Somebody'} changed ${named} ${when}`;
}

/** Returns the message of a save with what others have changed meanwhile. */
export const withMerged = (message: string, { merged }: Pick<Edit<unknown>, 'merged'>): string =>
  merged === '' ? message : `Saved. ${merged}`;

/** The most saves in a row over newer versions, before the person is asked: somebody may save all the time. */
const mostTries = 3;

type Options<Thing, Values> = {
  /** The contract's answer to a stale edit. The mutation must not show errors itself. */
  schema: z.ZodType<Refusal<Thing>>;
  /** Returns the fields in which the form differs from the saved version; `base` is what it began with. */
  differences: (of: { base: Thing; theirs: Thing; mine: Values }) => StaleField[];
  /** Called if the edit was stale, with the saved version. */
  onStale: (current: Thing) => void | Promise<void>;
};

/**
 * Holds the state of an edit that may become stale: what it began with (`base`), and what somebody else has saved in the
 * meantime (`stale`), if both have changed the same field. The person chooses for each such field, and saves again.
 */
export function useStaleEdit<Thing, Values>(first: Thing | null, options: Options<Thing, Values>) {
  const { schema, differences, onStale } = options;
  const [stale, setStale] = useState<(Refusal<Thing> & { asked: number }) | null>(null);
  const [base, setBase] = useState(first);
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});

  /** Saves an edit of `base`, over newer versions as long as nobody has changed the same field. Other errors are thrown. */
  async function save(
    base: Thing,
    mine: Values,
    send: (edit: Edit<Thing>) => Promise<void>,
  ): Promise<void> {
    const isOpen = (newer: Refusal<Thing>, chosen: typeof choices) =>
      differences({ base, theirs: newer.current, mine }).some(
        ({ field, clash }) => clash && chosen[field] !== 'mine',
      );
    let newer: Refusal<Thing> | null = stale;
    let chosen = choices;
    for (let tries = 0; tries < mostTries; tries += 1) {
      if (newer && isOpen(newer, chosen)) break;
      const over = newer?.current ?? base;
      const merged = newer
        ? mergedWords(newer, differences({ base, theirs: newer.current, mine }))
        : '';
      try {
        return await send({ base, over, merged });
      } catch (error) {
        newer = staleEditOf(error, schema);
        if (!newer) return failed(error);
        chosen = {};
        await onStale(newer.current);
      }
    }
    setChoices(chosen);
    setStale((before) => newer && { ...newer, asked: (before?.asked ?? 0) + 1 });
  }

  return {
    base,
    stale,
    choices,
    choose: (field: string, side: Side) => setChoices((before) => ({ ...before, [field]: side })),
    begin(from: Thing | null): void {
      setStale(null);
      setChoices({});
      setBase(from);
    },
    /** Returns the fields for which the person chose the saved value. */
    chosenTheirs: () => Object.keys(choices).filter((field) => choices[field] === 'theirs'),
    save,
  };
}

/** Shows an error of a save, unless the session is over; the form shows an `ApiError` at its fields, too. */
export function failed(error: unknown): void {
  if (!(error instanceof ApiError && error.sessionOver)) toastError(messageOf(error));
  if (error instanceof ApiError) throw error;
}
