import type { Ways } from '@adwarden/contract/ways';
import { hasPasskeys } from './can-use-passkeys.ts';

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
