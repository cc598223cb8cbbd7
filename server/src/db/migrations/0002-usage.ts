import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/**
 * The number of ads requests by app (schema.ts). Rows are stored in the order of the key, which begins with the day. Sums that
 * are written together have the same day, so they are in few pages.
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
      // Sums are updated many times a day: with free space in the page, PostgreSQL updates them in place.
      .modifyEnd(postgres ? sql`with (fillfactor = 70)` : sql`strict, without rowid`)
      .execute();
  },
};
