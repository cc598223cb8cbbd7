import { nowMs } from '../../db/now.ts';
import type { KnownCountryTable } from '../../db/schema.accounts.ts';
import type { Db, Tx } from '../../db/schema.ts';

export type KnownCountry = Omit<KnownCountryTable, 'firstAt'>;

/** Returns the countries from which somebody has signed in to an account. */
export async function countriesOf(
  db: Db,
  { kind, accountId }: Omit<KnownCountry, 'country'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('known_country')
    .select('country')
    .where('kind', '=', kind)
    .where('accountId', '=', accountId)
    .execute();
  return rows.map(({ country }) => country);
}

/** Stores a country; false when it was stored before. */
export async function rememberCountry(db: Db, known: KnownCountry): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('known_country')
    .values({ ...known, firstAt: nowMs })
    .onConflict((conflict) => conflict.columns(['kind', 'accountId', 'country']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Forgets the countries of an account that is deleted. */
export async function forgetCountriesOf(
  tx: Tx,
  kind: KnownCountry['kind'],
  accountId: string,
): Promise<void> {
  await tx
    .deleteFrom('known_country')
    .where('kind', '=', kind)
    .where('accountId', '=', accountId)
    .execute();
}
