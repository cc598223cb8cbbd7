import { z } from 'zod';
import type { LoggedWrite } from '../../changes/change-log.ts';
import type { Keeper } from '../../changes/keeper.ts';
import type { AppConfigurationTable } from '../../db/schema.ts';
import { saveConfigurations } from '../../edits/configurations.store.ts';
import { AppError, notFound } from '../../kit/app-error.ts';
import { someWriter } from '../../sight/secrets.policy.ts';
import { presentAppConfiguration } from './app-configurations.present.ts';
import * as store from './app-configurations.store.ts';

/** A whole configuration at one moment, as the log of changes stores it (ADR 2). */
type ConfigurationSnapshot = Omit<AppConfigurationTable, 'version'>;

/** Returns the snapshot of a configuration's row. */
function snapshotOf({
  appID,
  country,
  countryCodes,
  createdAt,
}: ConfigurationSnapshot): ConfigurationSnapshot {
  return { appID, country, countryCodes, createdAt };
}

/** A configuration read from the log. Every field added later needs a default here, for older entries. */
const storedConfiguration: z.ZodType<ConfigurationSnapshot> = z.object({
  appID: z.string(),
  country: z.string(),
  countryCodes: z.string(),
  createdAt: z.number(),
});

/** Writes the configuration of a deleted app during its restore, with an entry in the log. */
export async function restoreConfiguration(
  write: LoggedWrite,
  appID: string,
  lost: Omit<ConfigurationSnapshot, 'appID'>,
): Promise<void> {
  const row = snapshotOf({ ...lost, appID });
  await configurationKeeper.write(write, row, {
    action: 'restore',
    now: null,
    lastDelete: row,
    at: write.at,
  });
}

/** Restores the configuration of an app; 409 when the app itself does not exist. */
export const configurationKeeper: Keeper<ConfigurationSnapshot> = {
  thing: 'configuration',
  stored: storedConfiguration,
  groups: [{ name: 'country', fields: ['country', 'countryCodes'] }],

  async read(db, appID) {
    const row = await store.findConfiguredApp(db, appID);
    return row ? snapshotOf(row) : null;
  },

  async settle(db, wanted) {
    if (!(await store.hasApp(db, wanted.appID))) {
      throw new AppError('conflict', 'The application is deleted: restore it first');
    }
    return snapshotOf(wanted);
  },

  async write({ tx, log }, row, { action }) {
    const [version = 0] = await log({ entity: 'app-configuration', key: row.appID, action, row });
    await saveConfigurations(tx, [{ ...row, version }]);
  },

  async answer(db, appID) {
    const row = await store.findConfiguredApp(db, appID);
    if (!row) throw notFound('App configuration');
    return {
      entity: 'app-configuration',
      appConfiguration: presentAppConfiguration(someWriter, row),
    };
  },
};
