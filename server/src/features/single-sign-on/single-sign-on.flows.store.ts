import { limits } from '@adwarden/contract/limits';
import { type SqlBool, sql } from 'kysely';
import { nowMs } from '../../db/now.ts';
import type { Db, Tx } from '../../db/schema.ts';

const windowMs = limits.signIn.windowMinutes * 60_000;
const validMs = sql.lit(limits.singleSignOn.flowMinutes * 60_000);
const sweptAtOnce = 100;

const isRecent = sql<SqlBool>`"createdAt" > ${nowMs} - ${sql.lit(windowMs)}`;

/** Counts the sign-ins that were begun in the last 15 minutes: by a network, and by everybody. */
export async function countFlows(db: Db, network: string) {
  const { all, ofNetwork } = await db
    .selectFrom('oidc_flow')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('network', '=', network).as('ofNetwork'),
    ])
    .where(isRecent)
    .executeTakeFirstOrThrow();
  return { all: Number(all), ofNetwork: Number(ofNetwork) };
}

/** Stores a sign-in that begins, and deletes some that nobody counts any more. */
export async function insertFlow(
  tx: Tx,
  flow: { stateHash: string; sealed: string; network: string },
): Promise<void> {
  const endsAt = sql<number>`${nowMs} + ${validMs}`;
  await tx
    .insertInto('oidc_flow')
    .values({ ...flow, createdAt: nowMs, endsAt, usedAt: null })
    .execute();
  await tx
    .deleteFrom('oidc_flow')
    .where('stateHash', 'in', (eb) =>
      eb
        .selectFrom('oidc_flow')
        .select('stateHash')
        .where(({ not }) => not(isRecent))
        .limit(sweptAtOnce),
    )
    .execute();
}

/** Uses a sign-in that was begun, once, whichever node it is, and returns its secrets; undefined when it was used, or has ended. */
export function useFlow(db: Db, stateHash: string): Promise<{ sealed: string } | undefined> {
  return db
    .updateTable('oidc_flow')
    .set({ usedAt: nowMs })
    .where('stateHash', '=', stateHash)
    .where('usedAt', 'is', null)
    .where('endsAt', '>', nowMs)
    .returning('sealed')
    .executeTakeFirst();
}
