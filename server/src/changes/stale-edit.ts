import type { Db } from '../db/schema.ts';
import { AppError } from '../kit/app-error.ts';
import { isoTime } from '../kit/clock.ts';
import { findChange } from './changes.store.ts';

/** The version that an edit found, which is newer than the one it began with. */
export type NewerVersion = {
  /** The word for the thing in messages, such as "application". */
  thing: string;
  /** The seq of its last change. */
  version: number;
  /** The time to name when the log no longer has that change, in epoch milliseconds. */
  otherwiseAt: number;
  /** The thing as it is sent in answers. */
  current: unknown;
};

/** Builds the refusal (409) of an edit of an older version. It says what the thing is now, and who has changed it. */
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
