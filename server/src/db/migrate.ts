import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { programName } from '../build-info.ts';
import { takeWriteTurn } from './commit-order.ts';
import { addMeta, madeByName, readMeta, replaceMeta } from './meta.ts';
import { migrations as ownMigrations } from './migrations/index.ts';
import { refuseWithoutMaking } from './postgres/postgres.rights.ts';
import { holdIfRestored, holdRestoredWork } from './restored-work.ts';
import type { Db } from './schema.ts';
import { isPostgres } from './which.ts';

/** The error for a database that another version has migrated. */
export class OtherSchemaError extends Error {
  override name = 'OtherSchemaError';
}

/** Migrations by name; a name begins with its number. */
export type Migrations = Record<string, Migration>;

/**
 * Runs the missing migrations and returns their names. Two processes that start together run them one after the other; on
 * SQLite, one that waits for more than 5 s throws SQLITE_BUSY. A new database gets its epoch. Throws a one-line Error when
 * the database is of another version.
 */
export async function migrate(db: Db, migrations: Migrations = ownMigrations): Promise<string[]> {
  if (!isPostgres(db)) {
    const ran = await migrateIn(db, migrations);
    await holdIfRestored(db);
    return ran;
  }
  const applied = await appliedMigrations(db);
  refuseOtherSchema(applied, { migrations, by: (await readMeta(db, madeByName)) ?? '' });
  if (applied.length === Object.keys(migrations).length) return [];
  await refuseWithoutMaking(db);
  // One transaction without time limits: nodes migrate one after the other, completely or not at all.
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local lock_timeout = 0`.execute(tx);
    await takeWriteTurn(tx);
    return migrateIn(tx, migrations);
  });
}

async function migrateIn(db: Db, migrations: Migrations): Promise<string[]> {
  const by = (await readMeta(db, madeByName)) ?? '';
  refuseOtherSchema(await appliedMigrations(db), { migrations, by });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error instanceof Error) {
    const failed = results.find(({ status }) => status === 'Error');
    // The same error, so that whoever catches it still knows its code.
    if (failed) error.message = `the migration ${failed.migrationName} failed: ${error.message}`;
  }
  if (error) throw error;
  await addMeta(db, 'epoch', newEpoch());
  if (results.length > 0) {
    await addMeta(db, madeByName, programName());
    await replaceMeta(db, madeByName, programName());
  }
  return results.map((result) => result.migrationName);
}

/** Draws a random name for one history of the database; a restore draws a new one (ADR 12). */
export const newEpoch = (): string => randomBytes(16).toString('hex');

/**
 * Gives a database that was restored from a backup a new history: nodes that knew the old one read everything again. All sessions
 * end, because a session that was ended after the backup would be valid again. Scheduled changes wait.
 */
export async function drawEpoch(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('meta').set({ value: newEpoch() }).where('name', '=', 'epoch').execute();
    await tx.deleteFrom('session').execute();
    await holdRestoredWork(tx);
  });
}

/**
 * Throws a one-line Error when the database has other migrations than this version makes: unknown ones, or a later one without an
 * earlier one. `by` is the program that migrated it last, '' for an older one that did not store it.
 */
export function refuseOtherSchema(
  applied: string[],
  { migrations = ownMigrations, by = '' }: { migrations?: Migrations; by?: string } = {},
): void {
  const names = Object.keys(migrations).sort();
  const madeBy = by && `, made by Adwarden ${by}`;
  const hint = 'start that version, or restore a backup from before';
  const unknown = applied.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new OtherSchemaError(
      `The database is of a newer version of Adwarden (its schema has ${unknown}${madeBy}; this is ${programName()}, which ends at ${names.at(-1) ?? 'none'}): ${hint}`,
    );
  }
  const gap = applied.findIndex((name, place) => name !== names[place]);
  if (gap === -1) return;
  throw new OtherSchemaError(
    `The database is of a version between two releases of Adwarden (its schema has ${applied[gap]} without ${names[gap]}${madeBy}; this is ${programName()}): ${hint}`,
  );
}

/** Lists the migrations that the next start would run; throws like `migrate` when they cannot run. */
export async function missingMigrations(db: Db): Promise<string[]> {
  const applied = await appliedMigrations(db);
  refuseOtherSchema(applied, { by: (await readMeta(db, madeByName)) ?? '' });
  if (isPostgres(db) && applied.length < Object.keys(ownMigrations).length) {
    await refuseWithoutMaking(db);
  }
  return Object.keys(ownMigrations).sort().slice(applied.length);
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const rows = await db
    .$extendTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name);
}
