import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/**
 * SQLite: indexes the columns by which the log and the change requests are searched, filtered and counted. In the table they lie
 * behind large texts of a row, which would be read for them: an owner's page of 9,000 large entries took 400 ms instead of 20.
 * PostgreSQL keeps large texts elsewhere.
 */
export const narrowIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    if (dialectOf(db).postgres) return;
    const rest = sql`at, action, batch, "actorKind", "actorId", "actorName"`;
    await sql`create index change_thing on change (entity, "key", seq, ${rest})`.execute(db);
    await sql`create index change_narrow on change (seq, entity, "key", ${rest})`.execute(db);
    await sql`create index change_request_narrow on change_request
      ("authorKind", "authorId", id, "appID", "ownerId", state, at, "createdAt", "changedAt",
        "appName", "authorName")`.execute(db);
    for (const name of ['change_entity_key_seq', 'change_alone']) {
      await db.schema.dropIndex(name).execute();
    }
  },
};
