import { sql } from 'kysely';
import { nowMs } from '../../db/now.ts';
import type { Db } from '../../db/schema.ts';
import { dayMs, hourMs } from '../../kit/clock.ts';

/**
 * Makes an administrator of the demo look as if the account was added some days ago, and signed in some hours ago (null: never), from
 * an address for documentation (RFC 5737).
 */
export async function backdateAdmin(
  db: Db,
  id: string,
  { addedDaysAgo, signedInHoursAgo }: { addedDaysAgo: number; signedInHoursAgo: number | null },
): Promise<void> {
  const ago = (ms: number) => sql<number>`${nowMs} - ${sql.lit(ms)}`;
  await db
    .updateTable('admin')
    .set({ createdAt: ago(addedDaysAgo * dayMs) })
    .where('id', '=', id)
    .execute();
  if (signedInHoursAgo === null) return;
  await db
    .insertInto('known_network')
    .values({
      kind: 'admin',
      accountId: id,
      network: '198.51.100.0/24',
      lastAt: ago(signedInHoursAgo * hourMs),
    })
    .execute();
}
