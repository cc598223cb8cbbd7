import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Stores for a day what the first call with an `Idempotency-Key` created (ADR 90). Older versions ignore keys. */
export const idempotencyKeys: Migration = {
  async up(db: Kysely<unknown>) {
    const { postgres, text, whole } = dialectOf(db);
    await db.schema
      .createTable('idempotency_key')
      .addColumn('kind', text, required)
      .addColumn('accountId', text, required)
      .addColumn('key', text, required)
      .addColumn('digest', text, required)
      .addColumn('madeId', text, required)
      .addColumn('at', whole, required)
      .addPrimaryKeyConstraint('idempotency_key_key', ['kind', 'accountId', 'key'])
      .modifyEnd(postgres ? sql`` : sql`strict, without rowid`)
      .execute();
    await db.schema.createIndex('idempotency_key_at').on('idempotency_key').column('at').execute();
  },
};
