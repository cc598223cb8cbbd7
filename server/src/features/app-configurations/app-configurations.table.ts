import type { AppConfigurationTable } from '../../db/schema.ts';

/** All of a configuration at one moment, as the change log keeps it (design, section 7). */
export type ConfigurationSnapshot = Omit<AppConfigurationTable, 'version'>;

/** The snapshot of a configuration as read. */
export function snapshotOf({
  appID,
  country,
  countryCodes,
  createdAt,
}: ConfigurationSnapshot): ConfigurationSnapshot {
  return { appID, country, countryCodes, createdAt };
}
