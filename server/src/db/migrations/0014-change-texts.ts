import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { postgresTexts } from './0006-change-search.ts';
import { dialectOf } from './dialect-of.ts';

/**
 * Builds the searched text of an entry in 0.08 ms instead of 0.56 ms on PostgreSQL: `offset 0` keeps the subquery separate, so
 * the two rows are converted to `jsonb` once. Without it, PostgreSQL converted them again for each of their fields. SQLite caches
 * parsed JSON by itself.
 */
export const changeTexts: Migration = {
  async up(db: Kysely<unknown>) {
    if (!dialectOf(db).postgres) return;
    await sql
      .raw(`create or replace function change_search_insert() returns trigger language plpgsql as $$ begin
        insert into change_search (seq, texts) ${postgresTexts('added n offset 0')};
        return null;
      end $$`)
      .execute(db);
  },
};
