import { sql } from 'kysely';
import type { Db } from './schema.ts';
import { isPostgres } from './which.ts';

/* The table `meta` stores facts of a database about itself, by name. */

/** The row of `meta` with the program that migrated the database last. */
export const madeByName = 'migratedBy';

/** Tells whether a migration has made the table. The query is small, because each start runs it several times. */
async function hasMeta(db: Db): Promise<boolean> {
  const question = isPostgres(db)
    ? sql`select 1 where to_regclass('meta') is not null`
    : sql`select 1 from sqlite_schema where type = 'table' and name = 'meta'`;
  return (await question.execute(db)).rows.length > 0;
}

/** Reads a value; '' when the database does not have it, and null when the database is empty: no migration has run yet. */
export async function readMeta(db: Db, name: string): Promise<string | null> {
  if (!(await hasMeta(db))) return null;
  const query = db.selectFrom('meta').select('value').where('name', '=', name);
  return (await query.executeTakeFirst())?.value ?? '';
}

/** Adds a value, unless the database has one: among several nodes the first one wins. */
export async function addMeta(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function replaceMeta(db: Db, name: string, value: string): Promise<void> {
  await db.updateTable('meta').set({ value }).where('name', '=', name).execute();
}
