import type { Admin } from '@adwarden/contract/admins/admins';
import { formatDateTime } from '../../lib/dates.ts';

/** Tells whether somebody has not chosen a password yet, and may be invited again. */
export const isExpected = ({ state, passwordUntil }: Admin): boolean =>
  state === 'invited' || (state === 'on' && passwordUntil !== null);

/** Returns what somebody must do before they can work; '' for nothing. */
export function waitsFor(admin: Admin, now = Date.now()): string {
  if (!isExpected(admin)) {
    const lacksFactor = admin.state === 'on' && admin.mustSetUp.includes('secondFactor');
    return lacksFactor ? 'A second factor' : '';
  }
  const { invitedUntil, passwordUntil } = admin;
  if (invitedUntil !== null) return `Link until ${formatDateTime(invitedUntil)}`;
  if (passwordUntil === null) return 'The link has ended: invite again';
  return Date.parse(passwordUntil) > now
    ? `Password until ${formatDateTime(passwordUntil)}`
    : 'The password has ended: invite again';
}
