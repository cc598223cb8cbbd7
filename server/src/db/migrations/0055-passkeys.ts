import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/**
 * Adds passkeys to the second factors (ADR 141). To an older version, a passkey is a factor without a secret: a sign-in there needs a
 * recovery code.
 */
export const passkeys: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    const factor = () => db.schema.alterTable('factor');
    await factor().addColumn('credentialId', text).execute();
    await factor().addColumn('publicKey', text).execute();
    await factor()
      .addColumn('counter', whole, (column) => column.notNull().defaultTo(0))
      .execute();
    await factor()
      .addColumn('transports', text, (column) => column.notNull().defaultTo(''))
      .execute();
    await factor().addColumn('host', text).execute();
    await factor()
      .addColumn('replacesPassword', text, (column) => column.notNull().defaultTo('off'))
      .execute();
    await factor().addColumn('challenge', text).execute();
    await db.schema
      .createIndex('factor_credential')
      .unique()
      .on('factor')
      .column('credentialId')
      .execute();
    await db.schema
      .createTable('passkey_handle')
      .addColumn('kind', text, required)
      .addColumn('accountId', text, required)
      .addColumn('handle', text, required)
      .addPrimaryKeyConstraint('passkey_handle_key', ['kind', 'accountId'])
      .modifyEnd(strict)
      .execute();
  },
};
