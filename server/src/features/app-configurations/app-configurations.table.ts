import { z } from 'zod';
import type { AppConfigurationTable } from '../../db/schema.ts';

/** A whole configuration at one moment, as the log of changes stores it (ADR 2). */
export type ConfigurationSnapshot = Omit<AppConfigurationTable, 'version'>;

/** The snapshot of a configuration's row. */
export function snapshotOf({
  appID,
  country,
  countryCodes,
  createdAt,
}: ConfigurationSnapshot): ConfigurationSnapshot {
  return { appID, country, countryCodes, createdAt };
}

/** A configuration read from the log. Every field that is added later needs a default here, for older entries. */
export const storedConfiguration: z.ZodType<ConfigurationSnapshot> = z.object({
  appID: z.string(),
  country: z.string(),
  countryCodes: z.string(),
  createdAt: z.number(),
});
