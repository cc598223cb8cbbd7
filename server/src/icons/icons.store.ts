import type { Db } from '../db/schema.ts';

/** Stores an icon under its hash, equal icons only once. `at` is in epoch milliseconds. */
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

/** Tells whether there is an icon with this hash. */
export async function isIconStored(db: Db, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('icon')
    .select('hash')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads the bytes (WebP) of an icon, or null. */
export async function readIcon(db: Db, hash: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('icon')
    .select('bytes')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.bytes ?? null;
}
