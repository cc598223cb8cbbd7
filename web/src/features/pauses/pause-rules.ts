import { type Pause, type PauseScope, pauseScopes } from '@adwarden/contract/pauses/pauses';
import { can } from '@adwarden/contract/people/abilities';
import type { Role } from '../../lib/role.ts';
import { may } from '../../people/may.ts';

/** The scopes that a role may pause; `apps` only where some are selected. An owner may pause all own apps, or some of them. */
export const pausableScopes: Record<Role, readonly PauseScope[]> = {
  admin: pauseScopes,
  user: ['owner', 'apps', 'app'],
};

/** Tells whether the role may end a pause: an owner cannot end one that an administrator began. The server has the same rule. */
export function mayEnd(role: Role, { createdBy }: Pick<Pause, 'createdBy'>): boolean {
  return may(role, 'write') && (may(role, 'pause-all') || can(createdBy, 'own-apps'));
}

/** Sorts the pauses by how much they stop: all apps, accounts, owners, apps; within each, the one with the most apps first. */
export function widestFirst(pauses: readonly Pause[]): Pause[] {
  const rank = ({ scope }: Pause) => pauseScopes.indexOf(scope);
  return pauses.toSorted((a, b) => rank(a) - rank(b) || b.apps - a.apps);
}

/** Milliseconds between two usual fetches of the active pauses. */
const everyMs = 30_000;

/**
 * Returns the milliseconds until the pauses are fetched again: 30 s, or soon after the next one ends. `now`: epoch
 * milliseconds.
 */
export function nextFetch(pauses: readonly Pause[], now: number): number {
  const ends = pauses.flatMap(({ until }) => (until === null ? [] : Date.parse(until) - now + 500));
  return Math.max(1000, Math.min(everyMs, ...ends));
}
