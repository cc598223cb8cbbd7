import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/** An index of the log's entries by icon: the sweep deletes icons that no entry refers to. */
export const iconsInTheLog: Migration = {
  async up(db: Kysely<unknown>) {
    const icon = dialectOf(db).postgres
      ? sql`("row"::json ->> 'iconHash')`
      : sql`(cast(json_extract("row", '$.iconHash') as text))`;
    await sql`create index "change_iconHash" on change (${icon})`.execute(db);
  },
};
