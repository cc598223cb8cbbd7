import type { Db } from './schema.ts';

/* The table `meta`: what a database says of itself, by name. */

/** A value; '' when the database does not have it, and null when it is empty: no migration has run yet. */
export async function readMeta(db: Db, name: string): Promise<string | null> {
  const tables = await db.introspection.getTables();
  if (!tables.some((table) => table.name === 'meta')) return null;
  const query = db.selectFrom('meta').select('value').where('name', '=', name);
  return (await query.executeTakeFirst())?.value ?? '';
}

/** Adds a value, unless the database has one: of several nodes, the first one wins. */
export async function addMeta(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Replaces a value. */
export async function replaceMeta(db: Db, name: string, value: string): Promise<void> {
  await db.updateTable('meta').set({ value }).where('name', '=', name).execute();
}
