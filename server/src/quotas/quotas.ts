import { limits } from '@adwarden/contract/limits';
import type { Person } from '@adwarden/contract/people/people';
import type { Db } from '../db/schema.ts';
import { AppError } from '../kit/app-error.ts';

/**
 * Kinds that count only while they last: open event streams, whole lists that are read, files that are sent, previews that are
 * made.
 */
export type HeldKind = 'eventStreams' | 'wholeLists' | 'uploads' | 'previewsInTheMaking';

/** The kinds that are counted in the database, each by a quota of its room. */
type StoredKind = Exclude<keyof typeof limits.quotas, HeldKind | 'storedBytes'>;

/** How much of one kind a person may have (ADR 45). It stands in the room that adds such things (ADR 143). */
export type Quota = {
  /** The kind in `limits.quotas`. */
  kind: StoredKind;
  /** Counts what a person has. */
  count: (db: Db, person: Person) => Promise<number>;
  /** The words of a refusal. */
  refusal: (most: number) => string;
};

/** Returns how much a person may have of a kind: `limits.quotas` by role. */
export const quotaOf = (kind: keyof typeof limits.quotas, person: Pick<Person, 'kind'>): number =>
  limits.quotas[kind][person.kind];

/** Returns how much more of a kind a person may have; `most` is the quota unless a setting says otherwise. */
export const roomOf = async (
  db: Db,
  person: Person,
  { kind, count }: Quota,
  most = quotaOf(kind, person),
): Promise<number> => most - (await count(db, person));

/**
 * Refuses (409) more of a kind (`wanted`, mostly one) than one person may have. Only the person's own things count, so
 * nobody can use up what others need.
 */
export async function mustHaveRoom(
  db: Db,
  person: Person,
  quota: Quota,
  { wanted = 1 }: { wanted?: number } = {},
): Promise<void> {
  const most = quotaOf(quota.kind, person);
  if ((await roomOf(db, person, quota, most)) >= wanted) return;
  throw new AppError('conflict', quota.refusal(most));
}
