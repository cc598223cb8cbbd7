import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/**
 * SQLite: indexes the bytes of each person's entries of the log, so that adding them up does not read the log. With a million
 * entries this takes 0.1 s instead of 3 s. PostgreSQL knows the length of a text without reading it.
 */
export const logBytes: Migration = {
  async up(db: Kysely<unknown>) {
    if (dialectOf(db).postgres) return;
    await sql`create index change_actorId_seq_bytes
      on change ("actorId", seq, octet_length("row"))`.execute(db);
    await db.schema.dropIndex('change_actorId_seq').execute();
  },
};
