import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/** Says of each pause who ended it (schema.safety.ts): an owner may read the own name, and not that of another owner. */
export const pauseEnds: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('pause').addColumn('endedById', dialectOf(db).text).execute();
  },
};
