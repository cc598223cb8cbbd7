import type { Db } from '../db/schema.ts';

/** Keeps an icon under its hash; the same icon twice is one row. `at` is in epoch milliseconds. */
export async function saveIcon(
  db: Db,
  icon: { hash: string; bytes: Uint8Array },
  at: number,
): Promise<void> {
  await db
    .insertInto('icon')
    .values({ hash: icon.hash, bytes: icon.bytes, createdAt: at })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

/** The bytes (WebP) of an icon, or null. */
export async function readIcon(db: Db, hash: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('icon')
    .select('bytes')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.bytes ?? null;
}
