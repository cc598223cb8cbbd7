import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/** Stores whether an administrator may sign in, and until when a password that was made for one works (ADR 121). */
export const administrators: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole } = dialectOf(db);
    await db.schema
      .alterTable('admin')
      .addColumn('enabled', text, (column) => column.notNull().defaultTo('on'))
      .execute();
    await db.schema.alterTable('admin').addColumn('passwordEndsAt', whole).execute();
  },
};
