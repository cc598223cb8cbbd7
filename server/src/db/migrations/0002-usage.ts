import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/**
 * How often apps are asked for (schema.ts). The day comes first in the key and the key is the order of the
 * rows, so that the sums of a moment, which all are of one day, lie in few pages.
 */
export const usage: Migration = {
  async up(db: Kysely<unknown>) {
    const { postgres, text, whole } = dialectOf(db);
    await db.schema
      .createTable('app_usage')
      .addColumn('day', whole, required)
      .addColumn('appID', text, required)
      .addColumn('country', text, required)
      .addColumn('ok', whole, required)
      .addColumn('notModified', whole, required)
      .addColumn('oldToken', whole, required)
      .addColumn('wrongToken', whole, required)
      .addPrimaryKeyConstraint('app_usage_key', ['day', 'appID', 'country'])
      // Sums are updated many times a day: room in a page lets PostgreSQL do it where they are.
      .modifyEnd(postgres ? sql`with (fillfactor = 70)` : sql`strict, without rowid`)
      .execute();
  },
};
