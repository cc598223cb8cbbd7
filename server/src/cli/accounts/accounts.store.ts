import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/** Lists confirmed second factors with the login of their account, administrators first; at most `most`. */
export function factorsWithLogins(db: Db, most: number) {
  return db
    .selectFrom('factor')
    .leftJoin('admin', (join) =>
      join.onRef('admin.id', '=', 'factor.accountId').on('factor.kind', '=', 'admin'),
    )
    .leftJoin('app_user', (join) =>
      join.onRef('app_user.id', '=', 'factor.accountId').on('factor.kind', '=', 'user'),
    )
    .select((eb) => [
      'factor.method',
      'factor.name',
      'factor.createdAt',
      eb.fn.coalesce('admin.email', 'app_user.userID', sql<string>`''`).as('login'),
      eb
        .selectFrom('recovery_code')
        .select(({ fn }) => fn.countAll<number>().as('codes'))
        .whereRef('recovery_code.kind', '=', 'factor.kind')
        .whereRef('recovery_code.accountId', '=', 'factor.accountId')
        .where('recovery_code.usedAt', 'is', null)
        .as('codesLeft'),
    ])
    .where('factor.confirmedAt', 'is not', null)
    .orderBy('factor.kind')
    .orderBy('factor.createdAt')
    .orderBy('factor.id')
    .limit(most)
    .execute();
}

/** Counts the confirmed second factors of all accounts. */
export async function countFactors(db: Db): Promise<number> {
  const { factors } = await db
    .selectFrom('factor')
    .select(({ fn }) => fn.countAll<number>().as('factors'))
    .where('confirmedAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return factors;
}
