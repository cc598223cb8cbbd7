import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/**
 * Gives sessions an id that is no secret, and stores from where and with what somebody has signed in (ADR 135). A node of an older
 * version opens sessions without an id; they get one when they are used.
 */
export const openSessions: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, postgres } = dialectOf(db);
    for (const name of ['id', 'address', 'device']) {
      await db.schema
        .alterTable('session')
        .addColumn(name, text, (column) => column.notNull().defaultTo(''))
        .execute();
    }
    const random = postgres
      ? sql`replace(gen_random_uuid()::text, '-', '')`
      : sql`lower(hex(randomblob(16)))`;
    await sql`update session set id = ${random}`.execute(db);
    await db.schema.createIndex('session_id').on('session').column('id').execute();
  },
};
