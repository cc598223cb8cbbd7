import { z } from 'zod';
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

/** A configuration in the log: a field that a later version adds needs a default here. */
export const storedConfiguration: z.ZodType<ConfigurationSnapshot> = z.object({
  appID: z.string(),
  country: z.string(),
  countryCodes: z.string(),
  createdAt: z.number(),
});
