import type { Db } from '../db/schema.ts';
import { AppError } from '../kit/app-error.ts';
import { isoTime } from '../kit/clock.ts';
import { findChange } from './changes.store.ts';

/** What an edit found in the place of the version that it began with. */
export type NewerVersion = {
  /** What people call it: "application". */
  thing: string;
  /** The seq of its last change. */
  version: number;
  /** Epoch milliseconds, said when the log no longer has that change. */
  otherwiseAt: number;
  /** As it is answered. */
  current: unknown;
};

/** The refusal (409) of an edit of an older version: what the thing is now, and whose change came first. */
export async function staleEdit(db: Db, newer: NewerVersion): Promise<AppError> {
  const change = await findChange(db, newer.version);
  const changedBy = change?.actorName ?? '';
  return new AppError('stale', `${changedBy || 'Somebody'} has changed this ${newer.thing} since`, {
    extra: {
      current: newer.current,
      changedBy,
      changedAt: isoTime(change?.at ?? newer.otherwiseAt),
    },
  });
}
