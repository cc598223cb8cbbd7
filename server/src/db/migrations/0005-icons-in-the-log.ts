import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/** Finds the entries of the log that name an icon, so that icons that none names can be swept. */
export const iconsInTheLog: Migration = {
  async up(db: Kysely<unknown>) {
    const icon = dialectOf(db).postgres
      ? sql`("row"::json ->> 'iconHash')`
      : sql`(cast(json_extract("row", '$.iconHash') as text))`;
    await sql`create index "change_iconHash" on change (${icon})`.execute(db);
  },
};
