import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Adds links with which people set the password of their account (ADR 120). Older versions make none and read none. */
export const invitations: Migration = {
  async up(db: Kysely<unknown>) {
    const { postgres, text, whole } = dialectOf(db);
    await db.schema
      .createTable('invitation')
      .addColumn('kind', text, required)
      .addColumn('accountId', text, required)
      .addColumn('tokenHash', text, required)
      .addColumn('inviterId', text, required)
      .addColumn('createdAt', whole, required)
      .addColumn('endsAt', whole, required)
      .addPrimaryKeyConstraint('invitation_key', ['kind', 'accountId'])
      .modifyEnd(postgres ? sql`` : sql`strict, without rowid`)
      .execute();
    await db.schema
      .createIndex('invitation_tokenHash')
      .on('invitation')
      .column('tokenHash')
      .unique()
      .execute();
    await db.schema
      .createIndex('invitation_inviterId')
      .on('invitation')
      .column('inviterId')
      .execute();
  },
};
