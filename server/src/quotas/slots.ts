import { limits } from '@adwarden/contract/limits';
import { AppError } from '../kit/app-error.ts';
import type { Person } from './quotas.store.ts';
import { quotaOf } from './quotas.ts';

/** What is held in memory while it lasts: event streams and whole lists that are being read. */
type HeldKind = 'eventStreams' | 'wholeLists';

export type HeldSlots = {
  /** Takes a slot and returns the function that gives it back; 503 (`unavailable`) when the person has none left. */
  take(person: Person): () => void;
};

const retryAfter = 5;
const mine: Record<HeldKind, string> = {
  eventStreams: 'You have too many pages open that follow answers, please close some',
  wholeLists: 'You are reading too many whole lists at once, please try again',
};

/**
 * Builds the slots of a kind in this process: so many for each person, and so many for all owners together as a fuse for
 * the memory. Administrators need none of the latter, so owners cannot hold them up.
 */
export function createHeldSlots(
  kind: HeldKind,
  { ofOwners = limits.quotas[kind].owners }: { ofOwners?: number } = {},
): HeldSlots {
  const held = new Map<string, number>();
  let ofAllOwners = 0;
  return {
    take(person) {
      const key = `${person.kind} ${person.id}`;
      const own = held.get(key) ?? 0;
      if (own >= quotaOf(kind, person)) {
        throw new AppError('unavailable', mine[kind], { retryAfter });
      }
      const isOwner = person.kind === 'user';
      if (isOwner && ofAllOwners >= ofOwners) {
        throw new AppError('unavailable', 'Too many people do this now, please try again', {
          retryAfter,
        });
      }
      held.set(key, own + 1);
      if (isOwner) ofAllOwners += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (held.get(key) ?? 1) - 1;
        if (left === 0) held.delete(key);
        else held.set(key, left);
        if (isOwner) ofAllOwners -= 1;
      };
    },
  };
}
