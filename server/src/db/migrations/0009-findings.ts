import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/**
 * Adds the findings, the facts by which apps with the same value find each other, and the number of answers that IP rules turned
 * off (schema.ts). The first run after the start fills both tables (ADR 36).
 */
export const findings: Migration = {
  async up(db: Kysely<unknown>) {
    const { postgres, text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('finding')
      .addColumn('appID', text, required)
      .addColumn('rule', text, required)
      .addColumn('field', text, required)
      .addColumn('rank', whole, required)
      .addColumn('detail', text, required)
      .addColumn('facts', text, required)
      .addColumn('apps', text, required)
      .addColumn('since', whole, required)
      .addColumn('mutedAt', whole)
      .addColumn('mutedByKind', text, required)
      .addColumn('mutedById', text, required)
      .addColumn('mutedBy', text, required)
      .addColumn('muteReason', text, required)
      .addPrimaryKeyConstraint('finding_key', ['appID', 'rule', 'field'])
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createIndex('finding_order')
      .on('finding')
      .columns(['rank', 'since desc', 'appID', 'rule', 'field'])
      .execute();
    await db.schema
      .createIndex('finding_rule_appID')
      .on('finding')
      .columns(['rule', 'appID', 'mutedAt'])
      .execute();
    await db.schema
      .createTable('app_fact')
      .addColumn('kind', text, required)
      .addColumn('value', text, required)
      .addColumn('appID', text, required)
      .addColumn('detail', text, required)
      .addPrimaryKeyConstraint('app_fact_key', ['kind', 'value', 'appID'])
      .modifyEnd(postgres ? sql`` : sql`strict, without rowid`)
      .execute();
    await db.schema.createIndex('app_fact_appID').on('app_fact').columns(['appID']).execute();
    await db.schema
      .alterTable('app_usage')
      .addColumn('turnedOff', whole, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
