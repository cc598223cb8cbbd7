import { limits } from '@adwarden/contract/limits';
import type { Person, PersonKind } from '@adwarden/contract/people/people';
import { LRUCache } from 'lru-cache';
import { AppError } from '../kit/app-error.ts';

/** Counts a writing call; AppError `too-many` when the account has used up its budget. */
export type SpendWrite = (account: Person) => void;

/** The maximum number of accounts in memory; the least recently used one is dropped and starts full again. */
const mostAccounts = 10_000;

/**
 * Builds the write budgets of this process, as token buckets: `perMinute` writes for an account, several times as
 * many for an administrator, and bursts of a few minutes' worth (`limits.writes`). All sessions of an account share
 * one bucket, so signing in again does not help. `clock` returns milliseconds and must never go back.
 */
export function createWriteBudget(perMinute: number, clock: () => number): SpendWrite {
  const { administrators, burstMinutes } = limits.writes;
  const times: Record<PersonKind, number> = { admin: administrators, user: 1 };
  const budgets = new LRUCache<string, { left: number; at: number }>({ max: mostAccounts });

  return ({ kind, id }) => {
    const perMs = (perMinute * times[kind]) / 60_000;
    const most = perMs * 60_000 * burstMinutes;
    const now = clock();
    const key = `${kind} ${id}`;
    const before = budgets.get(key) ?? { left: most, at: now };
    const left = Math.min(most, before.left + (now - before.at) * perMs);
    if (left < 1) {
      const seconds = Math.ceil((1 - left) / perMs / 1000);
      throw new AppError('too-many', `Too many changes; try again in ${seconds} s`, {
        retryAfter: seconds,
      });
    }
    budgets.set(key, { left: left - 1, at: now });
  };
}
