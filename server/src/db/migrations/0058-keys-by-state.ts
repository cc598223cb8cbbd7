import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds an index for lists of API keys that are off, as all are after a restore (ADR 129). */
export const keysByState: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('api_key_enabled')
      .on('api_key')
      .columns(['enabled', 'createdAt', 'id', 'endsAt'])
      .execute();
  },
};
