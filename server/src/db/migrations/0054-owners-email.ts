import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/* Owners may have an e-mail address (ADR 140). No two have the same one, and searches find it. */

const texts = ['userID', 'fullName', 'position', 'email'];

const uniqueEmail = `create unique index "app_user_emailKey" on app_user ("emailKey") where "emailKey" <> ''`;

/** The texts of an owner in lower case, one line each. Nobody has an address yet, so the present rows need no fourth line. */
const lines = texts.map((name) => `new."${name}"`).join(' || chr(10) || ');
const postgres = [
  `create or replace function user_search_insert() returns trigger language plpgsql as $$ begin
     insert into user_search (id, texts) values (new.id, adwarden_fold(${lines}));
     return null;
   end $$`,
  `create or replace function user_search_update() returns trigger language plpgsql as $$ begin
     update user_search set texts = adwarden_fold(${lines}) where id = new.id;
     return null;
   end $$`,
  'drop trigger user_search_update on app_user',
  `create trigger user_search_update after update of ${texts.map((name) => `"${name}"`).join()} on app_user
     for each row execute function user_search_update()`,
  uniqueEmail,
];

const folded = (of: string) => texts.map((name) => `adwarden_search_fold(${of}.${name})`).join();
const columns = texts.join();
const row = (of: string) => texts.map((name) => `${of}.${name}`).join();
/** A virtual table takes no further column, so it is made anew. */
const sqlite = [
  'drop trigger user_search_insert',
  'drop trigger user_search_update',
  'drop table user_search',
  `create virtual table user_search using fts5(
     id unindexed, ${columns}, tokenize='trigram case_sensitive 1')`,
  `insert into user_search (id, ${columns}) select id, ${folded('app_user')} from app_user`,
  `insert into user_search (user_search) values ('optimize')`,
  `create trigger user_search_insert after insert on app_user begin
     insert into user_search (id, ${columns}) values (new.id, ${folded('new')});
   end`,
  `create trigger user_search_update after update of ${columns} on app_user
   when (${row('old')}) is not (${row('new')}) begin
     update user_search set (${columns}) = (select ${folded('new')}) where id = new.id;
   end`,
  uniqueEmail,
];

/** Adds the e-mail address of owners. */
export const ownersEmail: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, postgres: isPostgres } = dialectOf(db);
    for (const name of ['email', 'emailKey']) {
      await db.schema
        .alterTable('app_user')
        .addColumn(name, text, (column) => column.notNull().defaultTo(''))
        .execute();
    }
    for (const statement of isPostgres ? postgres : sqlite) await sql.raw(statement).execute(db);
  },
};
