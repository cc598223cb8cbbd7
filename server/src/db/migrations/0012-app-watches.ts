import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Adds the apps whose answers somebody watches (schema.ts). */
export const appWatches: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('app_watch')
      .addColumn('appID', text, (column) => column.notNull().primaryKey())
      .addColumn('until', whole, required)
      .addColumn('answeredAt', whole)
      .addColumn('answer', text, required)
      .modifyEnd(strict)
      .execute();
  },
};
