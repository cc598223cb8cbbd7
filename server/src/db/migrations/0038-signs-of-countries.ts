import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Until 0.3.2 `!RU` was read as Russia, and phones in Russia have ads since. From now on it means everywhere but Russia (ADR 75).
 * So that an upgrade does not change what phones get, such a text becomes the codes that it was read as.
 */
export const signsOfCountries: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update app_configuration set country = "countryCodes" where country like '%!%'`.execute(
      db,
    );
  },
};
