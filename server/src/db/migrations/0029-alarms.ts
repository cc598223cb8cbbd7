import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const ofWebhook = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('webhook.id').onDelete('cascade');

/** Adds who caused an event, and the alarms that are sent ahead of their turn (schema.notifications.ts, ADR 67). */
export const alarms: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    const added = [
      ['unlogged_event', 'causer', text, ''],
      ['bell_item', 'causer', text, ''],
      ['webhook_delivery', 'urgent', text, 'off'],
      ['webhook', 'alarmSeq', whole, 0],
      ['webhook', 'alarmUnlogged', whole, 0],
      ['webhook', 'steps', whole, 0],
    ] as const;
    for (const [table, name, type, value] of added) {
      const filled = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(value);
      await db.schema.alterTable(table).addColumn(name, type, filled).execute();
    }
    for (const column of ['causer', 'key']) {
      await db.schema
        .createIndex(`unlogged_event_${column}`)
        .on('unlogged_event')
        .columns([column, 'id'])
        .execute();
    }
    await db.schema
      .createTable('webhook_causer')
      .addColumn('webhookId', text, ofWebhook)
      .addColumn('causer', text, required)
      .addColumn('seq', whole, required)
      .addColumn('unlogged', whole, required)
      .addPrimaryKeyConstraint('webhook_causer_key', ['webhookId', 'causer'])
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createTable('webhook_alarm')
      .addColumn('webhookId', text, ofWebhook)
      .addColumn('seq', whole, required)
      .addColumn('unlogged', whole, required)
      .addColumn('causer', text, required)
      .addColumn('thing', text, required)
      .addColumn('rank', whole, required)
      .addColumn('at', whole, required)
      .addColumn('tries', whole, required)
      .addColumn('nextAt', whole, required)
      .addColumn('arrivedAt', whole)
      .addPrimaryKeyConstraint('webhook_alarm_key', ['webhookId', 'seq', 'unlogged'])
      .modifyEnd(strict)
      .execute();
  },
};
