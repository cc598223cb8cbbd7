import type { Db } from '../db/schema.ts';

/** Tells whether a VPN API key is saved: the IP rules look VPNs up then, and rules of findings look at it. */
export async function hasVpnKey(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('global_setting')
    .select('value')
    .where('name', '=', 'vpnApiKey')
    .executeTakeFirst();
  return (row?.value ?? '') !== '';
}
