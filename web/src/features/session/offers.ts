import type { Role } from '../../lib/role.ts';
import type { Session } from './session.ts';

/** The session of another tab; `usedAt` is the time when somebody last used that tab, in epoch ms. */
export type Offered = { session: Session; usedAt: number };

/** Sorts offers: first those of the wanted role, then the one that was used last. */
export const bestFirst = (offers: readonly Offered[], role: Role): Offered[] =>
  offers.toSorted(
    (one, other) =>
      Number(other.session.user.role === role) - Number(one.session.user.role === role) ||
      other.usedAt - one.usedAt,
  );
