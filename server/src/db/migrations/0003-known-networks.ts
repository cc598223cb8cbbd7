import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Adds the networks that an account has signed in from, and the purpose of a wrong password (schema.ts). */
export const knownNetworks: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('known_network')
      .addColumn('kind', text, required)
      .addColumn('accountId', text, required)
      .addColumn('network', text, required)
      .addColumn('lastAt', whole, required)
      .addPrimaryKeyConstraint('known_network_key', ['kind', 'accountId', 'network'])
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createIndex('known_network_lastAt')
      .on('known_network')
      .columns(['lastAt'])
      .execute();
    await db.schema
      .alterTable('sign_in_failure')
      .addColumn('purpose', text, (column) => column.notNull().defaultTo('sign-in'))
      .execute();
  },
};
