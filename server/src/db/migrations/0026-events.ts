import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Adds the events that have no entry in the log, and how far each follower has read (schema.notifications.ts). */
export const events: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, counted, strict } = dialectOf(db);
    await db.schema
      .createTable('unlogged_event')
      .addColumn('id', whole, counted)
      .addColumn('at', whole, required)
      .addColumn('type', text, required)
      .addColumn('key', text, required)
      .addColumn('facts', text, required)
      .addColumn('afterSeq', whole, required)
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createTable('event_position')
      .addColumn('follower', text, (column) => column.notNull().primaryKey())
      .addColumn('seq', whole, required)
      .addColumn('unlogged', whole, required)
      .modifyEnd(strict)
      .execute();
  },
};
