import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Adds API keys (ADR 129), and to each entry of the log the key with which it was made. Older versions know no keys. */
export const apiKeys: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('api_key')
      .addColumn('id', text, (column) => column.notNull().primaryKey())
      .addColumn('keyHash', text, required)
      .addColumn('kind', text, required)
      .addColumn('accountId', text, required)
      .addColumn('name', text, required)
      .addColumn('scopes', text, required)
      .addColumn('addresses', text, required)
      .addColumn('enabled', text, (column) => column.notNull().defaultTo('on'))
      .addColumn('createdAt', whole, required)
      .addColumn('endsAt', whole, required)
      .addColumn('lastUsedAt', whole)
      .addColumn('warnings', whole, (column) => column.notNull().defaultTo(0))
      .modifyEnd(strict)
      .execute();
    const index = (name: string, ...columns: string[]) =>
      db.schema.createIndex(`api_key_${name}`).on('api_key').columns(columns);
    await index('keyHash', 'keyHash').unique().execute();
    // Lists have the newest key first.
    await index('account', 'kind', 'accountId', 'createdAt', 'id').execute();
    await index('createdAt', 'createdAt', 'id').execute();
    await index('endsAt', 'endsAt').execute();
    await db.schema.alterTable('change').addColumn('viaKey', text).execute();
    await db.schema.alterTable('change').addColumn('viaName', text).execute();
  },
};
