import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/**
 * Stores when each token of an app was replaced and when it ends, so that requests are counted by token and a refused token is
 * recognised (ADR 72), and counts the refusals of ended tokens.
 */
export const replacedTokens: Migration = {
  async up(db: Kysely<unknown>) {
    const { postgres, text, whole } = dialectOf(db);
    await db.schema
      .createTable('replaced_token')
      .addColumn('appID', text, required)
      .addColumn('digest', text, required)
      .addColumn('ending', text, required)
      .addColumn('since', whole, required)
      .addColumn('replacedAt', whole, required)
      .addColumn('until', whole, required)
      .addPrimaryKeyConstraint('replaced_token_key', ['appID', 'digest'])
      .modifyEnd(postgres ? sql`` : sql`strict, without rowid`)
      .execute();
    await db.schema
      .createIndex('replaced_token_until')
      .on('replaced_token')
      .column('until')
      .execute();
    await db.schema
      .alterTable('app_token_usage')
      .addColumn('refused', whole, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
