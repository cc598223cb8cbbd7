import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/**
 * Adds the time that the office keeps (schema.safety.ts, ADR 64). It begins with the last time that an earlier version noted:
 * that of its hourly work.
 */
export const keptTime: Migration = {
  async up(db: Kysely<unknown>) {
    const { whole, strict } = dialectOf(db);
    await db.schema
      .createTable('kept_time')
      .addColumn('id', whole, (column) => column.notNull().primaryKey())
      .addColumn('minute', whole, required)
      .addColumn('expected', whole, required)
      .addColumn('ran', whole, required)
      .addColumn('bound', whole, required)
      .addColumn('boundRan', whole, required)
      .addColumn('grantedRan', whole)
      .modifyEnd(strict)
      .execute();
    await sql`
      insert into kept_time (id, minute, expected, ran, bound, "boundRan")
      select 1, at, at, 0, at, 0
      from (select max(cast(value as bigint)) as at from meta
        where name in ('findingsRunAt', 'prunedAt', 'sitesCheckedAt', 'trafficAt')) as noted
      where at > 0`.execute(db);
  },
};
