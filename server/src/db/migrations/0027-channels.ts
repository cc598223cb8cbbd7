import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();

/** Adds the tables of the event channels (schema.notifications.ts, ADR 57). */
export const channels: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, counted, strict } = dialectOf(db);
    await db.schema
      .createTable('webhook')
      .addColumn('id', text, key)
      .addColumn('name', text, required)
      .addColumn('sealed', text, required)
      .addColumn('host', text, required)
      .addColumn('format', text, required)
      .addColumn('events', text, required)
      .addColumn('enabled', text, required)
      .addColumn('offReason', text, required)
      .addColumn('createdById', text, required)
      .addColumn('createdByName', text, required)
      .addColumn('createdAt', whole, required)
      .addColumn('changedAt', whole, required)
      .addColumn('seq', whole, required)
      .addColumn('unlogged', whole, required)
      .addColumn('tries', whole, required)
      .addColumn('failingSince', whole)
      .addColumn('lastError', text, required)
      .addColumn('nextAt', whole, required)
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createTable('webhook_delivery')
      .addColumn('id', whole, counted)
      .addColumn('webhookId', text, (column) =>
        column.notNull().references('webhook.id').onDelete('cascade'),
      )
      .addColumn('kind', text, required)
      .addColumn('eventId', text, required)
      .addColumn('type', text, required)
      .addColumn('text', text, required)
      .addColumn('event', text, required)
      .addColumn('state', text, required)
      .addColumn('status', whole)
      .addColumn('error', text, required)
      .addColumn('tries', whole, required)
      .addColumn('ms', whole, required)
      .addColumn('firstAt', whole, required)
      .addColumn('lastAt', whole, required)
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createIndex('webhook_delivery_webhookId')
      .on('webhook_delivery')
      .columns(['webhookId', 'id'])
      .execute();
    await db.schema
      .createTable('bell_item')
      .addColumn('id', whole, counted)
      .addColumn('accountKind', text, required)
      .addColumn('accountId', text, required)
      .addColumn('kind', text, required)
      .addColumn('key', text, required)
      .addColumn('at', whole, required)
      .addColumn('facts', text, required)
      .addColumn('readAt', whole)
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createIndex('bell_item_thing')
      .unique()
      .on('bell_item')
      .columns(['accountKind', 'accountId', 'kind', 'key'])
      .execute();
    await db.schema.createIndex('bell_item_at').on('bell_item').columns(['at']).execute();
    await db.schema
      .createTable('mail_subscriber')
      .addColumn('adminId', text, (column) =>
        column.notNull().primaryKey().references('admin.id').onDelete('cascade'),
      )
      .addColumn('unlogged', whole, required)
      .addColumn('dueAt', whole, required)
      .addColumn('sentAt', whole)
      .addColumn('failingSince', whole)
      .addColumn('lastError', text, required)
      .modifyEnd(strict)
      .execute();
  },
};
