import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Migrations, refuseOtherSchema as refuseUnknownSchema } from '../migrate.ts';
import { databaseFile } from '../sqlite/data-dir.ts';
import { lockDataDir } from '../sqlite/data-lock.ts';
import { type Column, type ComparedTable, movedRows, quoted, type TextRow } from './move.tables.ts';

const columnTypes: Record<string, Column['type']> = {
  TEXT: 'text',
  INTEGER: 'whole',
  BLOB: 'bytes',
};

/** The embedded database that is moved; it is locked, so that nobody writes to it. */
export type MoveSource = ReturnType<typeof openMoveSource>;

/**
 * Opens the embedded database of a data directory for reading. Throws one-line Errors when there is none, when a server
 * uses it, or when its schema is not the one that `migrations` make.
 */
export function openMoveSource(dataDir: string, migrations: Migrations) {
  const file = databaseFile(dataDir);
  if (!existsSync(file) || statSync(file).size === 0) {
    throw new Error(`There is no database in ${dataDir} (DATA_DIR)`);
  }
  const lock = lockDataDir(file, 'exclusive');
  const db = new DatabaseSync(file, { timeout: 5000 });
  const close = () => {
    db.close();
    lock.release();
  };
  try {
    db.exec('pragma query_only = on; begin');
    refuseOtherSchema(db, file, migrations);
  } catch (error) {
    close();
    throw error;
  }

  const count = (table: string) => {
    const query = `select count(*) as rows from ${quoted(table)} where ${movedRows(table)}`;
    return Number(db.prepare(query).get()?.rows);
  };

  return {
    count,
    close,

    /** Returns the columns of a table as they were declared. */
    columns(table: string): Column[] {
      const rows = db.prepare(`pragma table_info(${quoted(table)})`).all();
      return rows.map((row) => ({
        name: String(row.name),
        type: columnTypes[String(row.type).toUpperCase()] ?? 'text',
      }));
    },

    /** Yields the rows of a table in the order of its key, one at a time. */
    *rows({ table, columns, key }: ComparedTable): Generator<TextRow> {
      const names = columns.map(({ name }) => quoted(name)).join();
      const statement = db.prepare(
        `select ${names} from ${quoted(table)} where ${movedRows(table)} order by ${key.map(quoted).join()}`,
      );
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      for (const row of statement.iterate()) {
        yield (row as unknown as unknown[]).map(asText);
      }
    },

    /** Returns the highest number that a table has ever given to a row; 0 for none. */
    lastNumber(table: string): number {
      const row = db.prepare('select seq from sqlite_sequence where name = ?').get(table);
      return Number(row?.seq ?? 0);
    },
  };
}

function asText(value: unknown): string | null {
  if (value === null) return null;
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
}

function refuseOtherSchema(db: DatabaseSync, file: string, migrations: Migrations): void {
  let applied: string[];
  try {
    const rows = db.prepare('select name from kysely_migration order by name').all();
    applied = rows.map((row) => String(row.name));
  } catch (error) {
    throw new Error(`${file} is not a database of Adwarden`, { cause: error });
  }
  refuseUnknownSchema(applied, { migrations });
  const missing = Object.keys(migrations).find((name) => !applied.includes(name));
  if (missing === undefined) return;
  throw new Error(
    `${file} is of an older version (its schema lacks ${missing}): run npm run migrate without DATABASE_URL first`,
  );
}
