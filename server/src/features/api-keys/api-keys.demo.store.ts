import { sql } from 'kysely';
import { nowMs } from '../../db/now.ts';
import type { Db } from '../../db/schema.ts';
import { dayMs, hourMs } from '../../kit/clock.ts';

/** Makes a key of the demo look as if it was made some days ago, and last used some hours ago (null: never). */
export async function backdateKey(
  db: Db,
  id: string,
  { daysAgo, usedHoursAgo }: { daysAgo: number; usedHoursAgo: number | null },
): Promise<void> {
  const age = sql.lit(daysAgo * dayMs);
  await db
    .updateTable('api_key')
    .set({
      createdAt: sql<number>`${nowMs} - ${age}`,
      endsAt: sql<number>`"endsAt" - ${age}`,
      lastUsedAt:
        usedHoursAgo === null ? null : sql<number>`${nowMs} - ${sql.lit(usedHoursAgo * hourMs)}`,
    })
    .where('id', '=', id)
    .execute();
}
