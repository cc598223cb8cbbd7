import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Requests are searched by what is due, by app, by author, and all by age. */
const indexes = [
  ['state', 'at'],
  ['appID', 'state'],
  ['authorId', 'state'],
  ['createdAt', 'id'],
];

/** Adds the change requests, and the switch that makes the changes of an owner wait for approval (schema.ts). */
export const changeRequests: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('change_request')
      .addColumn('id', text, (column) => column.notNull().primaryKey())
      .addColumn('appID', text, required)
      .addColumn('appName', text, required)
      .addColumn('state', text, required)
      .addColumn('approval', text, required)
      .addColumn('at', whole)
      .addColumn('note', text, required)
      .addColumn('changes', text, required)
      .addColumn('before', text, required)
      .addColumn('authorKind', text, required)
      .addColumn('authorId', text, required)
      .addColumn('authorName', text, required)
      .addColumn('authorAddress', text, required)
      .addColumn('decidedByKind', text, required)
      .addColumn('decidedById', text, required)
      .addColumn('decidedByName', text, required)
      .addColumn('reason', text, required)
      .addColumn('createdAt', whole, required)
      .addColumn('changedAt', whole, required)
      .modifyEnd(strict)
      .execute();
    for (const columns of indexes) {
      await db.schema
        .createIndex(`change_request_${columns.join('_')}`)
        .on('change_request')
        .columns(columns)
        .execute();
    }
    await db.schema
      .alterTable('app_user')
      .addColumn('needsApproval', text, (column) => column.notNull().defaultTo('off'))
      .execute();
  },
};
