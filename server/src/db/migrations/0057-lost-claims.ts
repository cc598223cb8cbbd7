import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Adds what asks the provider of single sign-on again: refresh tokens, stopped keys, and who has disabled an administrator (ADR 144). */
export const lostClaims: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('oidc_grant')
      .addColumn('session', text, (column) => column.notNull().primaryKey())
      .addColumn('kind', text, required)
      .addColumn('accountId', text, required)
      .addColumn('sealed', text, required)
      .addColumn('createdAt', whole, required)
      .addColumn('refreshAt', whole, required)
      .addColumn('takenUntil', whole)
      .addColumn('isUnsure', text, (column) => column.notNull().defaultTo('off'))
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createIndex('oidc_grant_refreshAt')
      .on('oidc_grant')
      .column('refreshAt')
      .execute();
    await db.schema.alterTable('oidc_binding').addColumn('keysStoppedAt', whole).execute();
    await db.schema
      .alterTable('admin')
      .addColumn('disabledBy', text, (column) => column.notNull().defaultTo('office'))
      .execute();
  },
};
