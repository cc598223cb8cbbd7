import { kindOfAddress } from '../../../kit/address-kind.ts';

const ownMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Why a webhook may not be sent to an address, in words; null when it may. This machine may be reached when the URL itself
 * names it, because then nobody is led there by a name.
 */
export function refusalIn(
  url: URL,
  { isPrivateAllowed }: { isPrivateAllowed: boolean },
): (address: string) => string | null {
  return (address) => {
    switch (kindOfAddress(address)) {
      case 'public':
        return null;
      case 'loopback':
        return isPrivateAllowed || ownMachine.test(url.hostname)
          ? null
          : 'an address of this machine';
      case 'private':
        return isPrivateAllowed ? null : 'in a private network, and WEBHOOK_PRIVATE is off';
      case 'other':
        return 'no address that a receiver can have';
    }
  };
}
