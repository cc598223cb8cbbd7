import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

const older = ['ok', 'notModified', 'oldToken', 'wrongToken', 'turnedOff'];
const added = ['on', 'offPaused', 'offSuspended', 'offAds', 'offCountry', 'offVpn'];

/**
 * Counts requests by outcome, by hour, and by replaced token (schema.ts), adds them up by owner, and compares days with the weeks
 * before. The totals of all apps are split by country, also those of earlier days.
 */
export const traffic: Migration = {
  async up(db: Kysely<unknown>) {
    const { postgres, text, whole, strict } = dialectOf(db);
    // As in migration 0002, rows lie in the order of their key, and PostgreSQL updates them in place.
    const sums = postgres ? sql`with (fillfactor = 70)` : sql`strict, without rowid`;
    for (const name of added) {
      await db.schema.alterTable('app_usage').addColumn(name, whole, zero).execute();
    }
    const counts = older.map((name) => `"${name}"`);
    const sumsOfCounts = counts.map((name) => `cast(sum(${name}) as bigint)`);
    await sql
      .raw(`insert into app_usage (day, "appID", country, ${counts})
        select day, '*', country, ${sumsOfCounts} from app_usage
        where "appID" not in ('', '*') and country <> '' group by day, country`)
      .execute(db);
    for (const name of counts) {
      await sql
        .raw(`update app_usage as total set ${name} = ${name} - coalesce((
            select cast(sum(${name}) as bigint) from app_usage as part
            where part.day = total.day and part."appID" = '*' and part.country <> ''), 0)
          where "appID" = '*' and country = ''`)
        .execute(db);
    }
    await db.schema
      .createTable('app_usage_hour')
      .addColumn('hour', whole, required)
      .addColumn('appID', text, required)
      .addColumn('country', text, required)
      .addColumn('outcome', text, required)
      .addColumn('requests', whole, required)
      .addColumn('notModified', whole, required)
      .addColumn('oldToken', whole, required)
      .addPrimaryKeyConstraint('app_usage_hour_key', ['hour', 'appID', 'country', 'outcome'])
      .modifyEnd(sums)
      .execute();
    await db.schema
      .createTable('app_token_usage')
      .addColumn('day', whole, required)
      .addColumn('appID', text, required)
      .addColumn('token', text, required)
      .addColumn('country', text, required)
      .addColumn('requests', whole, required)
      .addPrimaryKeyConstraint('app_token_usage_key', ['day', 'appID', 'token', 'country'])
      .modifyEnd(sums)
      .execute();
    await db.schema
      .createTable('traffic_total')
      .addColumn('step', text, required)
      .addColumn('time', whole, required)
      .addColumn('requests', whole, required)
      .addPrimaryKeyConstraint('traffic_total_key', ['step', 'time'])
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createTable('traffic_comparison')
      .addColumn('day', whole, required)
      .addColumn('days', whole, required)
      .addColumn('by', text, required)
      .addColumn('of', text, required)
      .addColumn('weeks', whole, required)
      .addColumn('differences', text, required)
      .addColumn('at', whole, required)
      .addPrimaryKeyConstraint('traffic_comparison_key', ['day', 'days', 'by', 'of'])
      .modifyEnd(strict)
      .execute();
  },
};
