import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { nowMs } from '../db/now.ts';
import type { Db, KnownNetworkTable } from '../db/schema.ts';

const { knownDays, knownNetworks } = limits.signIn;
/** Milliseconds for which a network stays known after a sign-in. */
export const knownFor = knownDays * 86_400_000;
const sweptAtOnce = 100;

type KnownNetwork = Omit<KnownNetworkTable, 'lastAt'>;

/** Tells whether somebody signed in to the account from this network in the last `limits.signIn.knownDays` days. */
export async function isKnownNetwork(
  db: Db,
  { kind, accountId, network }: KnownNetwork,
): Promise<boolean> {
  const row = await db
    .selectFrom('known_network')
    .select('lastAt')
    .where('kind', '=', kind)
    .where('accountId', '=', accountId)
    .where('network', '=', network)
    .where('lastAt', '>', sql<number>`${nowMs} - ${knownFor}`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a network; keeps the newest `limits.signIn.knownNetworks` per account, and deletes some expired ones. */
export async function rememberNetwork(db: Db, known: KnownNetwork): Promise<void> {
  const { kind, accountId } = known;
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('known_network')
      .values({ ...known, lastAt: nowMs })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'accountId', 'network']).doUpdateSet({ lastAt: nowMs }),
      )
      .execute();
    await tx
      .deleteFrom('known_network')
      .where('kind', '=', kind)
      .where('accountId', '=', accountId)
      .where('network', 'not in', (eb) =>
        eb
          .selectFrom('known_network')
          .select('network')
          .where('kind', '=', kind)
          .where('accountId', '=', accountId)
          .orderBy('lastAt', 'desc')
          .limit(knownNetworks),
      )
      .execute();
    await tx
      .deleteFrom('known_network')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('kind', 'accountId', 'network'),
          'in',
          selectFrom('known_network')
            .select(['kind', 'accountId', 'network'])
            .where('lastAt', '<=', sql<number>`${nowMs} - ${knownFor}`)
            .limit(sweptAtOnce)
            .$asTuple('kind', 'accountId', 'network'),
        ),
      )
      .execute();
  });
}
