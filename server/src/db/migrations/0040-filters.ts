import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/**
 * Lets lists of apps be filtered by whether phones get ads: the requests that IP rules let through are counted beside all
 * requests; null until the first count. Pasted lists are stored, because they are too long for a URL (ADR 82).
 */
export const filters: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema.alterTable('app_list').addColumn('allowed7d', whole).execute();
    await db.schema
      .createTable('pasted_list')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('ownerKind', text, required)
      .addColumn('ownerId', text, required)
      .addColumn('digest', text, required)
      .addColumn('terms', text, required)
      .addColumn('usedAt', whole, required)
      .addUniqueConstraint('pasted_list_same', ['ownerKind', 'ownerId', 'digest'])
      .modifyEnd(strict)
      .execute();
    await db.schema.createIndex('pasted_list_usedAt').on('pasted_list').column('usedAt').execute();
    // Finds the apps whose changes are scheduled.
    await sql`create index change_request_scheduled on change_request ("appID") where state = 'scheduled'`.execute(
      db,
    );
  },
};
