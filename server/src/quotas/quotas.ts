import { limits } from '@adwarden/contract/limits';
import type { Db } from '../db/schema.ts';
import { AppError } from '../kit/app-error.ts';
import {
  countActivePauses,
  countLoggedBytes,
  countOpenRequests,
  countRunningBatches,
  type Person,
} from './quotas.store.ts';

/** What each person may have only so much of, with the count of one person and the words of a refusal (ADR 45). */
const kinds = {
  pauses: {
    count: countActivePauses,
    refusal: (most: number) => `You have ${most} active pauses: end some first`,
  },
  changeRequests: {
    count: countOpenRequests,
    refusal: (most: number) =>
      `This account has ${most} open change requests, as many as it may have`,
  },
  loggedBytes: {
    count: countLoggedBytes,
    refusal: (most: number) =>
      `Your changes of the last 24 hours fill ${most / 1024 ** 2} MB of the log: start this later`,
  },
  runningBatches: {
    count: countRunningBatches,
    refusal: (most: number) => `${most} of your batches still run: wait for one of them`,
  },
} satisfies Record<
  string,
  {
    count: (db: Db, person: Person) => Promise<number>;
    refusal: (most: number) => string;
  }
>;

export type StoredKind = keyof typeof kinds;

/** How much a person may have of a kind: `limits.quotas` by role. */
export const quotaOf = (kind: keyof typeof limits.quotas, person: Pick<Person, 'kind'>): number =>
  limits.quotas[kind][person.kind];

/**
 * Refuses (409) `amount` more of a kind than one person may have. Only the person's own things count, so nobody can use
 * up what others need.
 */
export async function mustHaveRoom(
  db: Db,
  person: Person,
  kind: StoredKind,
  amount = 1,
): Promise<void> {
  const { count, refusal } = kinds[kind];
  const most = quotaOf(kind, person);
  if ((await count(db, person)) + amount > most) throw new AppError('conflict', refusal(most));
}
