import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/** Stores who watches an app, so that each person has a number of watches of their own (ADR 42, ADR 45). */
export const watchPeople: Migration = {
  async up(db: Kysely<unknown>) {
    const { text } = dialectOf(db);
    await db.schema
      .alterTable('app_watch')
      .addColumn('watchedBy', text, (added) => added.notNull().defaultTo(''))
      .execute();
  },
};
