import type { PersonKind } from '@adwarden/contract/people/people';
import type { Db } from '../db/schema.ts';

/** Returns the ids of those accounts of a kind that belong to one at the provider of single sign-on (ADR 142). */
export async function boundAccounts(db: Db, kind: PersonKind, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('oidc_binding')
    .select('accountId')
    .where('kind', '=', kind)
    .where('accountId', 'in', ids)
    .execute();
  return new Set(rows.map(({ accountId }) => accountId));
}
