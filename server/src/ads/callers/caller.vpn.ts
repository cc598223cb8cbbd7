import { askJson } from './caller.ask.ts';

export const vpnapiHost = new URL('https://vpnapi.io/');

/** Tells whether vpnapi.io reports VPN, proxy or Tor; a relay (iCloud Private Relay) is none of them. Throws on other answers. */
function readVpn(json: unknown): boolean {
  const security = (json as { security?: Record<string, unknown> } | null)?.security;
  const { vpn, proxy, tor } = security ?? {};
  if (typeof vpn !== 'boolean' || typeof proxy !== 'boolean' || typeof tor !== 'boolean') {
    throw new Error('its answer is none about an address');
  }
  return vpn || proxy || tor;
}

/** Asks vpnapi.io about an address. */
export async function askVpnapi(
  host: URL,
  key: string,
  address: string,
  signal: AbortSignal,
): Promise<boolean> {
  const url = new URL(`api/${address}`, host);
  url.searchParams.set('key', key);
  return readVpn(await askJson(url, { signal }));
}
