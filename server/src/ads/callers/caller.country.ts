import { isCountryCode } from '@adwarden/contract/country-codes';
import { askJson } from './caller.ask.ts';

export const ipinfoHost = new URL('https://api.ipinfo.io/');

type IpinfoAnswer = {
  ip?: unknown;
  bogon?: unknown;
  country_code?: unknown;
  country?: unknown;
  geo?: { country_code?: unknown };
};

/**
 * Returns the country in an answer of ipinfo.io in any of its forms (Lite, Core, legacy); null when it names none. Throws when
 * the answer is not about an address, so that an error message is never read as a country.
 */
function readIpinfo(json: unknown): string | null {
  const { ip, bogon, country_code, geo, country } = (json ?? {}) as IpinfoAnswer;
  for (const code of [country_code, geo?.country_code, country]) {
    if (typeof code === 'string' && isCountryCode(code)) return code;
  }
  if (bogon !== true && typeof ip !== 'string') {
    throw new Error('its answer is none about an address');
  }
  return null;
}

/** Asks ipinfo.io in which country an address is. */
export async function askIpinfo(
  host: URL,
  token: string,
  address: string,
  signal: AbortSignal,
): Promise<string | null> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  return readIpinfo(await askJson(new URL(`lite/${address}`, host), { signal, headers }));
}

/** The code in Cloudflare's header for a caller from the Tor network, who has no country. */
export const torCode = 'T1';

/** Returns the country in the header of a proxy, in any case, or `torCode`; null for unknown (XX) and for other texts. */
export function readCountryHeader(value: string | string[] | undefined): string | null {
  if (typeof value !== 'string' || value.length !== 2) return null;
  const code = value.toUpperCase();
  return code === torCode || isCountryCode(code) ? code : null;
}
