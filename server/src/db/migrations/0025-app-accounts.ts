import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Adds the sites of accounts and the further lines of their app-ads.txt (schema.app-ads.ts, ADR 59). */
export const appAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('app_account')
      .addColumn('accountKey', text, (column) => column.notNull().primaryKey())
      .addColumn('accountName', text, required)
      .addColumn('site', text, required)
      .addColumn('extraLines', text, required)
      .addColumn('version', whole, required)
      .addColumn('checkedAt', whole)
      .addColumn('missing', text)
      .addColumn('checked', text, required)
      .modifyEnd(strict)
      .execute();
  },
};
