import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/** Stores for each pause who began it, and which other pause it continues (schema.safety.ts). */
export const pauseOrigins: Migration = {
  async up(db: Kysely<unknown>) {
    const { text } = dialectOf(db);
    // One column per statement, because SQLite adds only one.
    await db.schema.alterTable('pause').addColumn('createdById', text).execute();
    await db.schema.alterTable('pause').addColumn('continues', text).execute();
    await db.schema.createIndex('pause_continues').on('pause').columns(['continues']).execute();
  },
};
