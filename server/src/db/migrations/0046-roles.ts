import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/** Stores whether an administrator may change anything, or is a viewer (ADR 123). */
export const roles: Migration = {
  async up(db: Kysely<unknown>) {
    const { text } = dialectOf(db);
    await db.schema
      .alterTable('admin')
      .addColumn('role', text, (column) => column.notNull().defaultTo('admin'))
      .execute();
  },
};
