import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/** The tables that get a version: the table, its key column and its entity in the log of changes. */
const tables = [
  ['app_user', 'id', 'user'],
  ['app_configuration', 'appID', 'app-configuration'],
] as const;

/** Adds `version`, the seq of the last change, to users and configurations, so that stale edits are detected. */
export const versions: Migration = {
  async up(db: Kysely<unknown>) {
    const { whole } = dialectOf(db);
    for (const [table, key, entity] of tables) {
      await db.schema
        .alterTable(table)
        .addColumn('version', whole, (column) => column.notNull().defaultTo(0))
        .execute();
      await sql`update ${sql.table(table)} set version = coalesce((
        select max(${sql.ref('change.seq')}) from change
        where ${sql.ref('change.entity')} = ${entity}
          and ${sql.ref('change.key')} = ${sql.ref(`${table}.${key}`)}), 0)`.execute(db);
    }
  },
};
