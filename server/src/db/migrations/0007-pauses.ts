import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Adds the pauses of ads (schema.ts). */
export const pauses: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('pause')
      .addColumn('id', text, (column) => column.notNull().primaryKey())
      .addColumn('scope', text, required)
      .addColumn('value', text, required)
      .addColumn('key', text, required)
      .addColumn('reason', text, required)
      .addColumn('createdAt', whole, required)
      .addColumn('createdByKind', text, required)
      .addColumn('createdByName', text, required)
      .addColumn('until', whole)
      .addColumn('endedAt', whole)
      .addColumn('endedByKind', text)
      .addColumn('endedByName', text)
      .modifyEnd(strict)
      .execute();
    // Pauses without an end and the newest ended ones are both read in this order.
    await db.schema
      .createIndex('pause_endedAt')
      .on('pause')
      .columns(['endedAt', 'createdAt', 'id'])
      .execute();
  },
};
