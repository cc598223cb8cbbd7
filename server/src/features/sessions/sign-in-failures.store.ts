import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { nowMs } from '../../db/now.ts';
import type { Db } from '../../db/schema.ts';
import { type Attempt, type Failure, failureWindow } from './sign-in-failures.policy.ts';

/** Enough of the newest failures to see every limit passed: more than this pass one by themselves. */
const decisive = limits.signIn.perAddress + limits.signIn.perAccount;
const sweptAtOnce = 100;

/** The failures of an account or an address that still count, newest first. */
export function recentFailures(db: Db, { kind, account, address }: Attempt): Promise<Failure[]> {
  return db
    .selectFrom('sign_in_failure')
    .select(['kind', 'account', 'address', sql<number>`${nowMs} - at`.as('age')])
    .where('at', '>', sql<number>`${nowMs} - ${failureWindow}`)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', kind), eb('account', '=', account)]),
        eb('address', '=', address),
      ]),
    )
    .orderBy('at', 'desc')
    .limit(decisive)
    .execute();
}

/** Counts a failure, and sweeps some that count no more. */
export async function recordFailure(db: Db, attempt: Attempt): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('sign_in_failure')
      .values({ ...attempt, at: nowMs })
      .execute();
    await tx
      .deleteFrom('sign_in_failure')
      .where('id', 'in', (eb) =>
        eb.selectFrom('sign_in_failure').select('id').orderBy('id').limit(sweptAtOnce),
      )
      .where('at', '<=', sql<number>`${nowMs} - ${failureWindow}`)
      .execute();
  });
}

/** Forgets the failures of an account, at one address or everywhere. */
export async function clearFailures(
  db: Db,
  { kind, account, address }: Omit<Attempt, 'address'> & { address?: string },
): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where('kind', '=', kind)
    .where('account', '=', account)
    .$if(address !== undefined, (query) => query.where('address', '=', address as string))
    .execute();
}
