import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Adds the processes of edges, as an office last heard of them (schema.ts, ADR 49). */
export const edges: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('edge')
      .addColumn('name', text, required)
      .addColumn('process', whole, required)
      .addColumn('version', text, required)
      .addColumn('firstSeenAt', whole, required)
      .addColumn('lastSeenAt', whole, required)
      .addColumn('lagMs', whole)
      .addPrimaryKeyConstraint('edge_key', ['name', 'process'])
      .modifyEnd(strict)
      .execute();
  },
};
