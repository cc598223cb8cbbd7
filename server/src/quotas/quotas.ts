import { limits } from '@adwarden/contract/limits';
import type { Person } from '@adwarden/contract/people/people';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/schema.ts';
import { AppError } from '../kit/app-error.ts';
import {
  countActivePauses,
  countApiKeys,
  countApps,
  countIdempotencyKeys,
  countLoggedBytes,
  countLoggedBytesSince,
  countOpenRequests,
  countPausedApps,
  countRunningBatches,
  countViews,
} from './quotas.store.ts';

const fullLog = (whose: string, most: number) =>
  `${whose} changes of the last 24 hours fill ${most / 1024 ** 2} MB of the log`;
const logged = {
  count: countLoggedBytes,
  refusal: (most: number) => `${fullLog('Your', most)}: start this later`,
};

/** Explains why an owner gets no more apps; `has` is "You have" or "Ada has". */
export const tooManyApps = (has: string, most: number): string =>
  `${has} ${most} applications, as many as an owner may have (APPS_PER_OWNER)`;

/**
 * Kinds that count only while they last: open event streams, whole lists that are read, files that are sent, previews that are
 * made.
 */
export type HeldKind = 'eventStreams' | 'wholeLists' | 'uploads' | 'previewsInTheMaking';

/** The limited kinds of things of a person, each with the count of one person and the words of a refusal (ADR 45). */
const kinds = {
  apps: {
    count: countApps,
    refusal: (most: number) => tooManyApps('You have', most),
  },
  views: {
    count: countViews,
    refusal: (most: number) => `You have ${most} views: delete some first`,
  },
  apiKeys: {
    count: countApiKeys,
    refusal: (most: number) => `You have ${most} API keys: end some first`,
  },
  pauses: {
    count: countActivePauses,
    refusal: (most: number) => `You have ${most} active pauses: end some first`,
  },
  pausedApps: {
    count: countPausedApps,
    refusal: (most: number) => `You may name ${most} applications in active pauses: end some first`,
  },
  changeRequests: {
    count: countOpenRequests,
    refusal: (most: number) =>
      `This account has ${most} open change requests, as many as it may have`,
  },
  loggedBytes: logged,
  loggedBytesOfUndo: logged,
  idempotencyKeys: {
    count: countIdempotencyKeys,
    refusal: (most: number) =>
      `You have sent ${most} calls with an Idempotency-Key in a day, as many as are kept: send this one without, or later`,
  },
  runningBatches: {
    count: countRunningBatches,
    refusal: (most: number) => `${most} of your bulk changes still run: wait for one of them`,
  },
} satisfies Record<
  Exclude<keyof typeof limits.quotas, HeldKind | 'storedBytes'>,
  {
    count: (db: Db, person: Person) => Promise<number>;
    refusal: (most: number) => string;
  }
>;

export type StoredKind = keyof typeof kinds;

/** Returns how much a person may have of a kind: `limits.quotas` by role. */
export const quotaOf = (kind: keyof typeof limits.quotas, person: Pick<Person, 'kind'>): number =>
  limits.quotas[kind][person.kind];

/** Returns how much more of a kind a person may have; `most` is the quota unless a setting says otherwise. */
export const roomOf = async (
  db: Db,
  person: Person,
  kind: StoredKind,
  most = quotaOf(kind, person),
): Promise<number> => most - (await kinds[kind].count(db, person));

/**
 * Refuses (409) more of a kind (`wanted`, mostly one) than one person may have. Only the person's own things count, so
 * nobody can use up what others need.
 */
export async function mustHaveRoom(
  db: Db,
  person: Person,
  kind: StoredKind,
  { most = quotaOf(kind, person), wanted = 1 }: { most?: number; wanted?: number } = {},
): Promise<void> {
  if ((await roomOf(db, person, kind, most)) >= wanted) return;
  throw new AppError('conflict', kinds[kind].refusal(most));
}

/** The most people whose bytes are remembered; those of other people are counted anew. */
const rememberedPeople = 1_000;

/**
 * Builds the check that each part of a batch makes. It returns null if the author may write more into the log, otherwise the
 * reason. It remembers the sum of each person, and adds only the entries since its last call. This sum still contains entries
 * that are older than 24 hours now. So when it is too large, everything is counted again.
 */
export function createLogCheck(): (
  db: Db,
  person: Person,
  kind: 'loggedBytes' | 'loggedBytesOfUndo',
) => Promise<string | null> {
  const remembered = new LRUCache<string, { bytes: number; seq: number }>({
    max: rememberedPeople,
  });
  return async (db, person, kind) => {
    const most = quotaOf(kind, person);
    const before = remembered.get(person.id);
    const since = await countLoggedBytesSince(db, person, before?.seq);
    let bytes = before ? before.bytes + since.bytes : await countLoggedBytes(db, person);
    if (before && bytes >= most) bytes = await countLoggedBytes(db, person);
    remembered.set(person.id, { bytes, seq: since.seq });
    return bytes < most ? null : fullLog('The author’s', most);
  };
}
