import { kindOfAddress } from './address-kind.ts';

/** Which addresses may be asked besides those of the internet. */
export type Reach = {
  /** Those of private networks and of this machine. */
  allowsPrivate: boolean;
  /** This machine, if the URL itself names it (`localhost`, `127.0.0.1`, `[::1]`), and not if a name in the DNS leads to it. */
  allowsOwnName: boolean;
  /** The name of the setting that allows private networks, for messages. */
  setting: string;
};

const ownName = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The host of a URL as a name or an address; Node and DNS want IPv6 without brackets, and no dot at the end. */
export const hostOf = ({ hostname }: URL): string =>
  hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Why a URL whose host has these addresses must not be asked, as a sentence; null when it may. One bad address is enough. */
export function refusalOf(url: URL, addresses: string[], reach: Reach): string | null {
  const host = hostOf(url);
  for (const address of addresses) {
    const what = whatIsWrong(url, address, reach);
    if (what !== null)
      return host === address ? `${host} is ${what}` : `${host} is ${address}, ${what}`;
  }
  return null;
}

function whatIsWrong(
  { hostname }: URL,
  address: string,
  { allowsPrivate, allowsOwnName, setting }: Reach,
): string | null {
  switch (kindOfAddress(address)) {
    case 'public':
      return null;
    case 'loopback':
      return allowsPrivate || (allowsOwnName && ownName.test(hostname))
        ? null
        : `an address of this machine, and ${setting} is off`;
    case 'private':
      return allowsPrivate ? null : `in a private network, and ${setting} is off`;
    case 'other':
      return 'an address that is never asked';
  }
}
