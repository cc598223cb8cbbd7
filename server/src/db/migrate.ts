import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { takeWriteTurn } from './commit-order.ts';
import { addMeta } from './meta.ts';
import { migrations as ownMigrations } from './migrations/index.ts';
import { holdIfRestored, holdRestoredWork } from './restored-work.ts';
import type { Db } from './schema.ts';
import { isPostgres } from './which.ts';

/** Migrations by name; a name begins with its number. */
export type Migrations = Record<string, Migration>;

/**
 * Runs the missing migrations and returns their names. Two processes that start together run them one after the other.
 * A new database gets its epoch. Throws a one-line Error when the database belongs to a newer version.
 */
export async function migrate(db: Db, migrations: Migrations = ownMigrations): Promise<string[]> {
  if (!isPostgres(db)) {
    const ran = await migrateIn(db, migrations);
    await holdIfRestored(db);
    return ran;
  }
  const applied = await appliedMigrations(db);
  refuseNewer(applied, migrations);
  if (applied.length === Object.keys(migrations).length) return [];
  // One transaction without time limits: nodes migrate one after the other, completely or not at all.
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local lock_timeout = 0`.execute(tx);
    await takeWriteTurn(tx);
    return migrateIn(tx, migrations);
  });
}

async function migrateIn(db: Db, migrations: Migrations): Promise<string[]> {
  refuseNewer(await appliedMigrations(db), migrations);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  await addMeta(db, 'epoch', newEpoch());
  return results.map((result) => result.migrationName);
}

/** A random name for one history of the database; a restore makes a new one (ADR 12). */
export const newEpoch = (): string => randomBytes(16).toString('hex');

/**
 * Makes a database that was restored from a backup a new history: nodes that knew the old one read everything again.
 * All sessions end, because a session that was ended after the backup would be valid again. Scheduled changes wait.
 */
export async function drawEpoch(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('meta').set({ value: newEpoch() }).where('name', '=', 'epoch').execute();
    await tx.deleteFrom('session').execute();
    await holdRestoredWork(tx);
  });
}

/** Throws a one-line Error when a database has migrations that this version does not know. */
export function refuseNewer(applied: string[], migrations: Migrations = ownMigrations): void {
  const unknown = applied.find((name) => !Object.hasOwn(migrations, name));
  if (unknown === undefined) return;
  const newest = Object.keys(migrations).sort().at(-1) ?? 'none';
  throw new Error(
    `The database is of a newer version of Adwarden (its schema has ${unknown}, this version ends at ${newest})`,
  );
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
