import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';
import { createSearchIndexPostgres } from './search-index.postgres.ts';
import { createSearchIndexSqlite } from './search-index.sqlite.ts';

/*
 * The first tables (schema.ts describes their columns). A migration is frozen once released: it imports nothing that may change
 * later, such as the contract.
 */

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();
const unique = (column: ColumnDefinitionBuilder) => column.notNull().unique();

type Dialect = ReturnType<typeof dialectOf>;

async function createAccounts(db: Kysely<unknown>, { text, whole, counted, strict }: Dialect) {
  await db.schema
    .createTable('app_user')
    .addColumn('id', text, key)
    .addColumn('userID', text, required)
    .addColumn('userIDKey', text, unique)
    .addColumn('fullName', text, required)
    .addColumn('position', text, required)
    .addColumn('passwordHash', text, required)
    .addColumn('passwordSealed', text, required)
    .addColumn('createdAt', whole, required)
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createTable('admin')
    .addColumn('id', text, key)
    .addColumn('email', text, required)
    .addColumn('emailKey', text, unique)
    .addColumn('fullName', text, required)
    .addColumn('passwordHash', text, required)
    .addColumn('createdAt', whole, required)
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createTable('session')
    .addColumn('tokenHash', text, key)
    .addColumn('kind', text, required)
    .addColumn('accountId', text, required)
    .addColumn('createdAt', whole, required)
    .addColumn('lastSeenAt', whole, required)
    .modifyEnd(strict)
    .execute();
  await index(db, 'session', ['kind', 'accountId']);
  await index(db, 'session', ['lastSeenAt']);
  await db.schema
    .createTable('sign_in_failure')
    .addColumn('id', whole, counted)
    .addColumn('kind', text, required)
    .addColumn('account', text, required)
    .addColumn('address', text, required)
    .addColumn('at', whole, required)
    .modifyEnd(strict)
    .execute();
  await index(db, 'sign_in_failure', ['account', 'at']);
  await index(db, 'sign_in_failure', ['address', 'at']);
  await index(db, 'sign_in_failure', ['at']);
}

async function createApps(db: Kysely<unknown>, { text, whole, bytes, strict }: Dialect) {
  await db.schema
    .createTable('app')
    .addColumn('appID', text, key)
    .addColumn('appName', text, required)
    .addColumn('packageName', text, required)
    .addColumn('accountName', text, required)
    .addColumn('category', text, required)
    .addColumn('adsStatus', text, required)
    .addColumn('appStatus', text, required)
    .addColumn('visibleExtra', text, required)
    .addColumn('ipAddress', text, required)
    .addColumn('note', text, required)
    .addColumn('adUnits', text, required)
    .addColumn('iconHash', text, required)
    .addColumn('ownerId', text, (column) => column.references('app_user.id'))
    .addColumn('version', whole, required)
    .addColumn('createdAt', whole, required)
    .addColumn('updatedAt', whole, required)
    .modifyEnd(strict)
    .execute();
  await index(db, 'app', ['ownerId']);
  await db.schema
    .createTable('app_token')
    .addColumn('token', text, key)
    .addColumn('appID', text, (column) =>
      column.notNull().references('app.appID').onDelete('cascade'),
    )
    .addColumn('since', whole, required)
    .addColumn('until', whole)
    .modifyEnd(strict)
    .execute();
  await index(db, 'app_token', ['appID', 'until']);
  await db.schema
    .createTable('app_configuration')
    .addColumn('appID', text, (column) => key(column).references('app.appID').onDelete('cascade'))
    .addColumn('country', text, required)
    .addColumn('countryCodes', text, required)
    .addColumn('createdAt', whole, required)
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createTable('category')
    .addColumn('categoryName', text, key)
    .addColumn('position', whole, required)
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createTable('icon')
    .addColumn('hash', text, key)
    .addColumn('bytes', bytes, required)
    .addColumn('createdAt', whole, required)
    .modifyEnd(strict)
    .execute();
}

/** Creates the table behind the lists of apps: an index for every column they are sorted by. */
async function createAppList(db: Kysely<unknown>, { text, whole, counted, strict }: Dialect) {
  const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('');
  await db.schema
    .createTable('app_list')
    .addColumn('id', whole, counted)
    .addColumn('appID', text, unique)
    .addColumn('nameKey', text, required)
    .addColumn('packageKey', text, required)
    .addColumn('accountKey', text, required)
    .addColumn('ownerKey', text, required)
    .addColumn('ownerId', text)
    .addColumn('authToken', text, empty)
    .addColumn('category', text, required)
    .addColumn('adsStatus', text, required)
    .addColumn('appStatus', text, required)
    .addColumn('visibleExtra', text, required)
    .addColumn('ipAddress', text, required)
    .addColumn('createdAt', whole, required)
    .addColumn('countryKey', text, empty)
    .addColumn('configuredAt', whole)
    .modifyEnd(strict)
    .execute();
  const texts = ['nameKey', 'packageKey', 'accountKey', 'ownerKey', 'authToken', 'category'];
  const choices = ['adsStatus', 'appStatus', 'visibleExtra', 'ipAddress'];
  for (const column of [...texts, ...choices, 'createdAt', 'countryKey', 'configuredAt']) {
    await index(db, 'app_list', [column, 'appID']);
  }
  await index(db, 'app_list', ['ownerId', 'createdAt', 'appID']);
}

async function createLog(db: Kysely<unknown>, { text, whole, counted, strict }: Dialect) {
  await db.schema
    .createTable('change')
    .addColumn('seq', whole, counted)
    .addColumn('at', whole, required)
    .addColumn('actorKind', text, required)
    .addColumn('actorId', text, required)
    .addColumn('actorName', text, required)
    .addColumn('address', text, required)
    .addColumn('entity', text, required)
    .addColumn('key', text, required)
    .addColumn('action', text, required)
    .addColumn('row', text, required)
    .modifyEnd(strict)
    .execute();
  await index(db, 'change', ['entity', 'key', 'seq']);
  await index(db, 'change', ['at']);
  await index(db, 'change', ['actorId', 'seq']);
  for (const table of ['global_setting', 'meta']) {
    await db.schema
      .createTable(table)
      .addColumn('name', text, key)
      .addColumn('value', text, required)
      .modifyEnd(strict)
      .execute();
  }
}

function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  return db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}

/** All tables, their indexes and the text search. */
export const first: Migration = {
  async up(db: Kysely<unknown>) {
    const dialect = dialectOf(db);
    await createAccounts(db, dialect);
    await createApps(db, dialect);
    await createAppList(db, dialect);
    await createLog(db, dialect);
    await (dialect.postgres ? createSearchIndexPostgres(db) : createSearchIndexSqlite(db));
  },
};
