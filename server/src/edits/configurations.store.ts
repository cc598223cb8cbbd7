import type { AppConfigurationTable, Tx } from '../db/schema.ts';

/** Inserts configurations, or replaces those that exist, in one statement. */
export async function saveConfigurations(tx: Tx, rows: AppConfigurationTable[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('app_configuration')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('appID').doUpdateSet((eb) => ({
        country: eb.ref('excluded.country'),
        countryCodes: eb.ref('excluded.countryCodes'),
        createdAt: eb.ref('excluded.createdAt'),
        version: eb.ref('excluded.version'),
      })),
    )
    .execute();
}

export async function deleteConfigurations(tx: Tx, appIDs: string[]): Promise<void> {
  if (appIDs.length === 0) return;
  await tx.deleteFrom('app_configuration').where('appID', 'in', appIDs).execute();
}
