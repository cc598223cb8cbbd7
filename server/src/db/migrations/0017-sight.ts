import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/**
 * Stores the facts that decide who may read something (ADR 46): who ended a pause, and whose an app was when its change was
 * requested (schema.safety.ts).
 */
export const sight: Migration = {
  async up(db: Kysely<unknown>) {
    const { text } = dialectOf(db);
    await db.schema.alterTable('pause').addColumn('endedById', text).execute();
    await db.schema.alterTable('change_request').addColumn('ownerId', text).execute();
  },
};
