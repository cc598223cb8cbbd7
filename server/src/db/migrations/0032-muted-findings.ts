import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds an index that counts the apps with muted findings; the open ones have theirs (0019). */
export const mutedFindings: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index finding_muted on finding ("appID", rank) where "mutedAt" is not null`.execute(
      db,
    );
  },
};
