import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Adds the saved views of lists (schema.views.ts). */
export const views: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('saved_view')
      .addColumn('id', text, (column) => column.notNull().primaryKey())
      .addColumn('list', text, required)
      .addColumn('name', text, required)
      .addColumn('nameKey', text, required)
      .addColumn('query', text, required)
      .addColumn('sort', text, required)
      .addColumn('columns', text, required)
      .addColumn('shared', text, required)
      .addColumn('ownerKind', text, required)
      .addColumn('ownerId', text, required)
      .addColumn('ownerName', text, required)
      .addColumn('createdAt', whole, required)
      .addColumn('changedAt', whole, required)
      .modifyEnd(strict)
      .execute();
    for (const columns of [
      ['ownerKind', 'ownerId', 'shared', 'list'],
      ['shared', 'list'],
    ]) {
      await db.schema
        .createIndex(`saved_view_${columns[0]}`)
        .on('saved_view')
        .columns(columns)
        .execute();
    }
    await db.schema
      .createTable('default_view')
      .addColumn('kind', text, required)
      .addColumn('accountId', text, required)
      .addColumn('list', text, required)
      .addColumn('viewId', text, (column) =>
        column.notNull().references('saved_view.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('default_view_key', ['kind', 'accountId', 'list'])
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createIndex('default_view_viewId')
      .on('default_view')
      .columns(['viewId'])
      .execute();
  },
};
