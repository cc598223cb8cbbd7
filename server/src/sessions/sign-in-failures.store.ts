import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { nowMs } from '../db/now.ts';
import type { Db, Tx } from '../db/schema.ts';
import { knownFor } from './known-networks.store.ts';
import {
  type Attempt,
  type Failure,
  failureWindow,
  strangersWindow,
} from './sign-in-failures.policy.ts';

const { perPair, perAddress, perAccount, knownNetworks } = limits.signIn;
/** The number of newest failures that are read: enough to check every limit. */
const decisive = perAddress + perAccount + perPair * knownNetworks;
const sweptAtOnce = 100;

/** Returns the failures of an account or an address that still count, newest first. */
export function recentFailures(
  db: Db,
  { kind, account, address, purpose }: Attempt,
): Promise<Failure[]> {
  return db
    .selectFrom('sign_in_failure')
    .select(['kind', 'account', 'address', sql<number>`${nowMs} - at`.as('age')])
    .where('at', '>', sql<number>`${nowMs} - ${failureWindow}`)
    .where('purpose', '=', purpose)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', kind), eb('account', '=', account)]),
        // '' stands for an unknown address, which people do not share.
        ...(address === '' ? [] : [eb('address', '=', address)]),
      ]),
    )
    .orderBy('at', 'desc')
    .limit(decisive)
    .execute();
}

/** Stores a failure and returns its id; deletes some that are too old to count. */
export async function insertFailure(tx: Tx, attempt: Attempt): Promise<number> {
  const { id } = await tx
    .insertInto('sign_in_failure')
    .values({ ...attempt, at: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('sign_in_failure')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sign_in_failure')
        .select('id')
        .where('at', '<=', sql<number>`${nowMs} - ${failureWindow}`)
        .where((row) =>
          row.or([
            row('purpose', '!=', 'second-factor'),
            row('at', '<=', sql<number>`${nowMs} - ${strangersWindow}`),
          ]),
        )
        .orderBy('id')
        .limit(sweptAtOnce),
    )
    .execute();
  return id;
}

/**
 * Returns the age of the failure of a second factor that decides about strangers, in milliseconds: the
 * `limits.secondFactor.strangersADay`th newest from networks that the account does not know. Null when there are fewer.
 */
export async function ageOfLastStrangers(
  db: Db,
  { kind, account }: Pick<Attempt, 'kind' | 'account'>,
  accountId: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('sign_in_failure')
    .select(sql<number>`${nowMs} - at`.as('age'))
    .where('purpose', '=', 'second-factor')
    .where('kind', '=', kind)
    .where('account', '=', account)
    .where('at', '>', sql<number>`${nowMs} - ${strangersWindow}`)
    .where('address', 'not in', (eb) =>
      eb
        .selectFrom('known_network')
        .select('network')
        .where('kind', '=', kind)
        .where('accountId', '=', accountId)
        .where('lastAt', '>', sql<number>`${nowMs} - ${knownFor}`),
    )
    .orderBy('at', 'desc')
    .offset(limits.secondFactor.strangersADay - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.age ?? null;
}

/** Deletes one failure, because the password was never checked. */
export async function deleteFailure(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('id', '=', id).execute();
}

/** Deletes the failures of an account: from one address or from all, of one purpose or of all. */
export async function clearFailures(
  db: Db,
  { kind, account, ...only }: Pick<Attempt, 'kind' | 'account'> & Partial<Attempt>,
): Promise<void> {
  const { address, purpose } = only;
  await db
    .deleteFrom('sign_in_failure')
    .where('kind', '=', kind)
    .where('account', '=', account)
    .$if(address !== undefined, (query) => query.where('address', '=', address as string))
    .$if(purpose !== undefined, (query) =>
      query.where('purpose', '=', purpose as Attempt['purpose']),
    )
    .execute();
}
