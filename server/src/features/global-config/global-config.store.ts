import type { Db, Tx } from '../../db/schema.ts';

/** Reads the stored settings, by name; keys are sealed. */
export async function readGlobalSettings(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('global_setting').select(['name', 'value']).execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Writes one setting. */
export async function writeGlobalSetting(tx: Tx, name: string, value: string): Promise<void> {
  await tx
    .insertInto('global_setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Replaces a setting, if it still has the value that was read. */
export async function replaceGlobalSetting(
  db: Db,
  name: string,
  read: string,
  value: string,
): Promise<void> {
  await db
    .updateTable('global_setting')
    .set({ value })
    .where('name', '=', name)
    .where('value', '=', read)
    .execute();
}
