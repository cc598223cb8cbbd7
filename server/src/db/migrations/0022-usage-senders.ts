import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Adds the processes that send usage, with the number of their last part, so that no part is counted twice (ADR 48). */
export const usageSenders: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('usage_sender')
      .addColumn('sender', text, (column) => column.notNull().primaryKey())
      .addColumn('number', whole, required)
      .addColumn('at', whole, required)
      .modifyEnd(strict)
      .execute();
  },
};
