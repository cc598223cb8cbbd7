import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/**
 * Stores when somebody last confirmed that it is them, so that some writes ask again (ADR 136). Sessions of before, and those that an
 * older version opens, are asked at the first such write.
 */
export const confirmedSessions: Migration = {
  async up(db: Kysely<unknown>) {
    const { whole } = dialectOf(db);
    await db.schema
      .alterTable('session')
      .addColumn('confirmedAt', whole, (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('session').addColumn('factorWriteUntil', whole).execute();
  },
};
