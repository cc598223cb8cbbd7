import type { Db, Tx } from '../../db/schema.ts';

/** Lists all categories, in their order of insertion. */
export function listCategories(db: Db) {
  return db.selectFrom('category').select('categoryName').orderBy('position').execute();
}

/** Inserts categories in their order. */
export async function insertCategories(tx: Tx, names: readonly string[]): Promise<void> {
  const rows = names.map((categoryName, position) => ({ categoryName, position }));
  await tx.insertInto('category').values(rows).execute();
}
