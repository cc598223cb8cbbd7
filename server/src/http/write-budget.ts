import { limits } from '@adwarden/contract/limits';
import { AppError } from '../kit/app-error.ts';
import { createRecentCache } from '../kit/recent-cache.ts';
import type { Actor } from './actor.ts';

/** Counts a call that writes; AppError `too-many` when its account has written too much. */
export type SpendWrite = (actor: Pick<Actor, 'kind' | 'id'>) => void;

/** Accounts whose budgets are remembered; one that was not used for long has a full one again. */
const mostAccounts = 10_000;

/**
 * Builds the budgets of writes of this process: `perMinute` for an account, several times as many for an
 * administrator's, and what was not used of some minutes at once (a token bucket). All sessions of an account
 * share one, so that signing in again gains nothing. `clock` answers milliseconds that never go back.
 */
export function createWriteBudget(perMinute: number, clock: () => number): SpendWrite {
  const { administrators, burstMinutes } = limits.writes;
  const budgets = createRecentCache<string, { left: number; at: number }>(mostAccounts);

  return ({ kind, id }) => {
    const perMs = (perMinute * (kind === 'admin' ? administrators : 1)) / 60_000;
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
