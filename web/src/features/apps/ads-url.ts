import { adsCalls } from '@adwarden/contract/ads';
import { publicUrl } from '../../lib/page-settings.ts';

type Credentials = { appID: string; authToken: string };

/** The URL at which an installed copy gets its ads (spec, section 7). */
export function adsUrl({ appID, authToken }: Credentials, base = publicUrl()): string {
  return `${base}${adsCalls.getAds.path}?${new URLSearchParams({ appID, authToken })}`;
}

/** The same with the parameters' names in braces, for the hint line of the form. */
export function adsUrlPattern(base = publicUrl()): string {
  return `${base}${adsCalls.getAds.path}?appID={appID}&authToken={authToken}`;
}

/** For the hint line of a new app. */
export const exampleCredentials: Credentials = {
  appID: 'q7m2x5k3v4y6z7ab',
  authToken: 'b8Zk1TqPz0aYw4RcU7mNe2HsVx9LdJf5',
};
