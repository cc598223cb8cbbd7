import { type Pause, type PauseScope, pauseScopes } from '@adwarden/contract/pauses/pauses';
import { can } from '@adwarden/contract/people/abilities';
import type { Role } from '../../lib/role.ts';
import { may } from '../../people/may.ts';

/** What a role may pause; of these `apps` only where some are selected. An owner: all own apps, or some of them. */
export const pausableScopes: Record<Role, readonly PauseScope[]> = {
  admin: pauseScopes,
  user: ['owner', 'apps', 'app'],
};

/** Whether the role may end a pause: an owner not one that an administrator began. The server has the same rule. */
export function mayEnd(role: Role, { createdBy }: Pick<Pause, 'createdBy'>): boolean {
  return may(role, 'pause-all') || can(createdBy, 'own-apps');
}

/** The pauses by how much they stop: all apps, accounts, owners, apps; in each the one with the most apps first. */
export function widestFirst(pauses: readonly Pause[]): Pause[] {
  const rank = ({ scope }: Pause) => pauseScopes.indexOf(scope);
  return pauses.toSorted((a, b) => rank(a) - rank(b) || b.apps - a.apps);
}

/** The usual time between two fetches of the active pauses. */
const everyMs = 30_000;

/** Until the pauses are fetched again: 30 s, or soon after the next one reaches its end. Epoch milliseconds. */
export function nextFetch(pauses: readonly Pause[], now: number): number {
  const ends = pauses.flatMap(({ until }) => (until === null ? [] : Date.parse(until) - now + 500));
  return Math.max(1000, Math.min(everyMs, ...ends));
}
