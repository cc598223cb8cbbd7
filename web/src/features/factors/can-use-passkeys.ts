import type { Ways } from '@adwarden/contract/ways';

/* What the sign-in pages need to know about passkeys. They load no words about them. */

/** Whether this browser has passkeys at all: only over HTTPS or on the own machine. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Whether people can use passkeys on this page. */
export const canUsePasskeys = ({ passkeyOrigin }: Pick<Ways, 'passkeyOrigin'>): boolean =>
  hasPasskeys() && passkeyOrigin === location.origin;
