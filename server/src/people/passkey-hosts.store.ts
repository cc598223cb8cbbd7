import type { Db } from '../db/schema.ts';

/** How many passkeys belong to a host name. */
export type PasskeysOfHost = { host: string; passkeys: number };

/** Counts the passkeys of all accounts by the host name that they belong to. */
export async function passkeysByHost(db: Db): Promise<PasskeysOfHost[]> {
  const rows = await db
    .selectFrom('factor')
    .select(['host', (eb) => eb.fn.countAll<number>().as('passkeys')])
    .where('method', '=', 'passkey')
    .where('confirmedAt', 'is not', null)
    .groupBy('host')
    .orderBy('host')
    .execute();
  return rows.map(({ host, passkeys }) => ({ host: host ?? '', passkeys: Number(passkeys) }));
}
