import type { ErrorCode } from '@adwarden/contract/error-codes';
import { limits } from '@adwarden/contract/limits';
import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';
import { AppError } from '../kit/app-error.ts';
import { type HeldKind, quotaOf } from './quotas.ts';

export type HeldSlots = {
  /** Takes a slot and returns the function that gives it back; AppError when none is left: 503, or 429 for a preview. */
  take(person: Person): () => void;
};

const retryAfter = 5;
const refusals: Record<HeldKind, { code: ErrorCode; message: string }> = {
  eventStreams: {
    code: 'unavailable',
    message: 'You have too many pages open that follow answers, please close some',
  },
  wholeLists: {
    code: 'unavailable',
    message: 'You are reading too many whole lists at once, please try again',
  },
  uploads: {
    code: 'unavailable',
    message: 'You are sending other files: please wait until they are read',
  },
  previewsInTheMaking: { code: 'too-many', message: 'Your last preview is still being made' },
};

/**
 * Builds the slots of a kind in this process: so many for each person, and so many for all owners together as a fuse for
 * the memory. Administrators need none of the latter, so owners cannot hold them up.
 */
export function createHeldSlots(
  kind: HeldKind,
  { ofOwners = limits.quotas[kind].owners }: { ofOwners?: number } = {},
): HeldSlots {
  const { code, message } = refusals[kind];
  const held = new Map<string, number>();
  let ofAllOwners = 0;
  return {
    take(person) {
      const key = `${person.kind} ${person.id}`;
      const own = held.get(key) ?? 0;
      const refuse = (why: string) => {
        throw new AppError(code, why, { retryAfter, isCallers: true });
      };
      if (own >= quotaOf(kind, person)) refuse(message);
      const sharesRoom = !can(person, 'exceed-shared-limits');
      if (sharesRoom && ofAllOwners >= ofOwners) {
        refuse('Too many people do this now, please try again');
      }
      held.set(key, own + 1);
      if (sharesRoom) ofAllOwners += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (held.get(key) ?? 1) - 1;
        if (left === 0) held.delete(key);
        else held.set(key, left);
        if (sharesRoom) ofAllOwners -= 1;
      };
    },
  };
}
