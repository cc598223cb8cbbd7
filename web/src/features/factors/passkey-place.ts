import type { Ways } from '@adwarden/contract/ways';
import type { Role } from '../../lib/role.ts';
import { hasPasskeys } from './can-use-passkeys.ts';

/** What is said about a setting: the owner of an app cannot change one. */
const aboutSetting: Record<Role, (words: string) => string> = {
  admin: (words) => words,
  user: () => 'There are no passkeys here. An administrator of this back office can set them up.',
};

/** Says why nobody can use passkeys on this page, in words for this role. Null when people can use them. */
export function whyNoPasskeys(
  { noPasskeys, passkeyOrigin }: Omit<Ways, 'singleSignOn'>,
  role: Role,
): string | null {
  const setting = aboutSetting[role];
  if (noPasskeys === 'not-https') {
    return setting(
      'Passkeys need HTTPS. The setting OFFICE_ADDRESS of this installation says http://.',
    );
  }
  if (noPasskeys === 'no-host-name' || passkeyOrigin === null) {
    return setting(
      'Passkeys need a host name. The setting OFFICE_ADDRESS of this installation is an IP address.',
    );
  }
  if (passkeyOrigin !== location.origin) {
    return new URL(passkeyOrigin).hostname === 'localhost'
      ? setting(
          'Passkeys need the setting OFFICE_ADDRESS: the https:// address of this back office.',
        )
      : `Passkeys work at ${passkeyOrigin} only, and this page is at ${location.origin}.`;
  }
  return hasPasskeys() ? null : 'This browser takes no passkeys.';
}
