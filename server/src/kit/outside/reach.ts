import { kindOfAddress } from './address-kind.ts';

/** The addresses that may be asked besides those of the internet. */
export type Reach = {
  /** Whether private networks and this machine may be asked. */
  allowsPrivate: boolean;
  /** The name of the setting that allows private networks, for messages. */
  setting: string;
};

/** Returns the host of a URL as a name or an address; Node and DNS want IPv6 without brackets, and no dot at the end. */
export const hostOf = ({ hostname }: URL): string =>
  hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/**
 * Returns why a URL whose host has these addresses must not be asked, as a sentence; null when it may. One bad address is enough.
 */
export function refusalOf(url: URL, addresses: string[], reach: Reach): string | null {
  const host = hostOf(url);
  for (const address of addresses) {
    const what = whatIsWrong(address, reach);
    if (what !== null)
      return host === address ? `${host} is ${what}` : `${host} is ${address}, ${what}`;
  }
  return null;
}

function whatIsWrong(address: string, { allowsPrivate, setting }: Reach): string | null {
  switch (kindOfAddress(address)) {
    case 'public':
      return null;
    case 'loopback':
      return allowsPrivate ? null : `an address of this machine, and ${setting} is off`;
    case 'private':
      return allowsPrivate ? null : `in a private network, and ${setting} is off`;
    case 'other':
      return 'an address that is never asked';
  }
}
