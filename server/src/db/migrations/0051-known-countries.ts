import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Stores from which countries somebody has signed in to an account, so that a new one is noticed (ADR 135). */
export const knownCountries: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('known_country')
      .addColumn('kind', text, required)
      .addColumn('accountId', text, required)
      .addColumn('country', text, required)
      .addColumn('firstAt', whole, required)
      .addPrimaryKeyConstraint('known_country_key', ['kind', 'accountId', 'country'])
      .modifyEnd(strict)
      .execute();
  },
};
