import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/**
 * Lets lists of apps be sorted also by requests and by the last change, and findings by the requests of their apps. An open
 * finding is found by its app without reading its texts.
 */
export const appListTraffic: Migration = {
  async up(db: Kysely<unknown>) {
    const { postgres, whole } = dialectOf(db);
    for (const column of ['requests7d', 'updatedAt']) {
      await db.schema
        .alterTable('app_list')
        .addColumn(column, whole, (added) => added.notNull().defaultTo(0))
        .execute();
    }
    await sql`update app_list set "updatedAt" =
      (select app."updatedAt" from app where app."appID" = app_list."appID")`.execute(db);
    for (const column of ['requests7d', 'updatedAt']) {
      await db.schema
        .createIndex(`app_list_${column}_appID`)
        .on('app_list')
        .columns([column, 'appID'])
        .execute();
    }
    await sql`create index finding_open on finding ("appID", rank) where "mutedAt" is null`.execute(
      db,
    );
    for (const statement of postgres ? inPostgres : inSqlite) await sql.raw(statement).execute(db);
  },
};

const fromApp = `(select "updatedAt" from app where "appID" = new."appID")`;

const inSqlite = [
  `create trigger app_list_added after insert on app_list begin
     update app_list set "updatedAt" = ${fromApp} where id = new.id;
   end`,
  `create trigger app_list_update_updatedAt after update of "updatedAt" on app
     when old."updatedAt" is not new."updatedAt" begin
     update app_list set "updatedAt" = new."updatedAt" where "appID" = new."appID";
   end`,
];

const inPostgres = [
  `create function app_list_added() returns trigger language plpgsql as $$ begin
     new."updatedAt" := ${fromApp}; return new; end $$`,
  `create trigger app_list_added before insert on app_list
     for each row execute function app_list_added()`,
  `create function app_list_changed() returns trigger language plpgsql as $$ begin
     update app_list set "updatedAt" = new."updatedAt" where "appID" = new."appID";
     return null; end $$`,
  `create trigger app_list_changed after update of "updatedAt" on app
     for each row execute function app_list_changed()`,
];
