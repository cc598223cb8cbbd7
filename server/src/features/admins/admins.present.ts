import type { Admin, AdminState } from '@adwarden/contract/admins/admins';
import { isoTime, isoTimeOrNull } from '../../kit/clock.ts';
import type { AdminRow } from './admins.store.ts';

/** Tells whether and how somebody can sign in. `isBound`: with single sign-on. */
export function stateOf({ enabled, passwordHash }: AdminRow, isBound: boolean): AdminState {
  if (enabled === 'off') return 'off';
  return passwordHash === '' && !isBound ? 'invited' : 'on';
}

/** Tells whether somebody has chosen a password; one that somebody else has made does not count. */
export const hasOwnPassword = ({
  passwordHash,
  passwordEndsAt,
}: Pick<AdminRow, 'passwordHash' | 'passwordEndsAt'>): boolean =>
  passwordHash !== '' && passwordEndsAt === null;

/**
 * Returns an administrator as administrators get it. The times are in epoch ms, null for none. `lacksFactor`: a second factor is required,
 * and this administrator has none. `isBound`: the account belongs to one at the provider of single sign-on.
 */
export function presentAdmin(
  row: AdminRow,
  {
    lastSignInAt,
    invitedUntil,
    lacksFactor,
    isBound,
  }: {
    lastSignInAt: number | null;
    invitedUntil: number | null;
    lacksFactor: boolean;
    isBound: boolean;
  },
): Admin {
  return {
    id: row.id,
    email: row.email,
    fullName: row.fullName,
    role: row.role,
    state: stateOf(row, isBound),
    mustSetUp: [
      ...(row.passwordEndsAt === null ? [] : (['password'] as const)),
      ...(lacksFactor ? (['secondFactor'] as const) : []),
    ],
    invitedUntil: isoTimeOrNull(invitedUntil),
    passwordUntil: isoTimeOrNull(row.passwordEndsAt),
    lastSignInAt: isoTimeOrNull(lastSignInAt),
    singleSignOn: isBound,
    createdAt: isoTime(row.createdAt),
  };
}
