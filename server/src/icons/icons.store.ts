import { sql } from 'kysely';
import { takeWriteTurn } from '../db/commit-order.ts';
import type { Db } from '../db/schema.ts';
import { isPostgres } from '../db/which.ts';

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

/** Whether there is an icon with this hash. */
export async function isIconStored(db: Db, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('icon')
    .select('hash')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
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

/**
 * Deletes up to `limit` icons that no app and no entry of the log refers to, and returns how many. It takes the
 * writers' lock, so an app that gets such an icon at the same time either commits first and keeps it, or commits
 * later and stores it again.
 */
export function deleteUnnamedIcons(db: Db, limit: number): Promise<number> {
  // Must be the same expression as in the index (migration 0005); otherwise SQLite reads every entry.
  const named = isPostgres(db)
    ? sql`("change"."row"::json ->> 'iconHash')`
    : sql`cast(json_extract("change"."row", '$.iconHash') as text)`;
  return db.transaction().execute(async (tx) => {
    await takeWriteTurn(tx);
    const { numDeletedRows } = await tx
      .deleteFrom('icon')
      .where('hash', 'in', (icons) =>
        icons
          .selectFrom('icon as old')
          .select('old.hash')
          .where('old.hash', 'not in', (apps) => apps.selectFrom('app').select('iconHash'))
          .where(({ not, exists, selectFrom, ref }) =>
            not(
              exists(
                selectFrom('change')
                  .select('change.seq')
                  .where(sql<boolean>`${named} = ${ref('old.hash')}`),
              ),
            ),
          )
          .limit(limit),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}
