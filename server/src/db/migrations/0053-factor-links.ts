import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Adds the links with which somebody sets up a second factor in place of those that somebody else has removed (ADR 137). */
export const factorLinks: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('factor_link')
      .addColumn('kind', text, required)
      .addColumn('accountId', text, required)
      .addColumn('tokenHash', text, required)
      .addColumn('createdAt', whole, required)
      .addColumn('endsAt', whole, required)
      .addColumn('usedAt', whole)
      .addPrimaryKeyConstraint('factor_link_key', ['kind', 'accountId'])
      .modifyEnd(strict)
      .execute();
  },
};
