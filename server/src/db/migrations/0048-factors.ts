import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Adds second factors, recovery codes and used tickets (ADR 133). Older versions ask for none. */
export const factors: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('factor')
      .addColumn('id', text, (column) => column.notNull().primaryKey())
      .addColumn('kind', text, required)
      .addColumn('accountId', text, required)
      .addColumn('method', text, required)
      .addColumn('name', text, required)
      .addColumn('secretSealed', text, required)
      .addColumn('lastStep', whole, (column) => column.notNull().defaultTo(0))
      .addColumn('createdAt', whole, required)
      .addColumn('confirmedAt', whole)
      .addColumn('lastUsedAt', whole)
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createIndex('factor_account')
      .on('factor')
      .columns(['kind', 'accountId'])
      .execute();
    await db.schema
      .createTable('recovery_code')
      .addColumn('codeHash', text, (column) => column.notNull().primaryKey())
      .addColumn('kind', text, required)
      .addColumn('accountId', text, required)
      .addColumn('usedAt', whole)
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createIndex('recovery_code_account')
      .on('recovery_code')
      .columns(['kind', 'accountId'])
      .execute();
    await db.schema
      .createTable('used_ticket')
      .addColumn('ticketHash', text, (column) => column.notNull().primaryKey())
      .addColumn('endsAt', whole, required)
      .modifyEnd(strict)
      .execute();
    await db.schema.createIndex('used_ticket_endsAt').on('used_ticket').column('endsAt').execute();
  },
};
