import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Until 0.3.2 `!RU` was read as Russia, so phones in Russia get ads. From now on it means everywhere but Russia (ADR 75). Such a
 * text is replaced by the codes that it was read as, so that an upgrade does not change what phones get.
 */
export const signsOfCountries: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update app_configuration set country = "countryCodes" where country like '%!%'`.execute(
      db,
    );
  },
};
