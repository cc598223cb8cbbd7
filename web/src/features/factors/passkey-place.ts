import type { Ways } from '@adwarden/contract/ways';

/** Whether this browser has passkeys at all: only over HTTPS or on the own machine. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Whether passkeys can be had on pages of this host: an address of numbers has none. Cheap enough for the sign-in pages. */
export const mayHavePasskeys = (): boolean =>
  hasPasskeys() && !/^[\d.]+$|:/.test(location.hostname);

/** Says why there are no passkeys on this page; null: there are. */
export function whyNoPasskeys({
  noPasskeys,
  passkeyOrigin,
}: Omit<Ways, 'singleSignOn'>): string | null {
  if (noPasskeys === 'not-https') {
    return 'Passkeys need HTTPS. The setting OFFICE_ADDRESS of this installation says http://.';
  }
  if (noPasskeys === 'no-host-name' || passkeyOrigin === null) {
    return 'Passkeys need a host name. The setting OFFICE_ADDRESS of this installation is an IP address.';
  }
  if (passkeyOrigin !== location.origin) {
    return new URL(passkeyOrigin).hostname === 'localhost'
      ? 'Passkeys need the setting OFFICE_ADDRESS: the https:// address of this back office.'
      : `Passkeys work at ${passkeyOrigin} only, and this page is at ${location.origin}.`;
  }
  return hasPasskeys() ? null : 'This browser takes no passkeys.';
}
