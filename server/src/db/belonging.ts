import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartRefusal } from '../kit/faults/start-refusal.ts';
import type { Database } from './database.ts';
import { addMeta, readMeta } from './meta.ts';
import type { Db } from './schema.ts';
import { syncName } from './sqlite/sqlite.file.ts';

/*
 * A data folder remembers to which database it belongs (ADR 47). Otherwise a node that is started without its
 * DATABASE_URL would make an empty database and refuse all phones.
 */

/** The kind of a database, and the random id that it has in `meta`. A copy of a database has the same id. */
export type Belonging = { kind: Database['kind']; id: string };

/** A database, and the folder of the process that uses it. */
type Place = Pick<Database, 'db' | 'kind'> & { dataDir: string };

const idName = 'database';
const fileOf = (dataDir: string): string => join(dataDir, 'database-id');
const names = { sqlite: 'embedded database', postgres: 'PostgreSQL database' };

/** Reads what the folder remembers; null for a new folder. Throws a one-line Error when the file is damaged. */
function remembered(dataDir: string): Belonging | null {
  const file = fileOf(dataDir);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Error(`${file} cannot be read: ${message}`, { cause: error });
  }
  const [, kind, id] = /^(sqlite|postgres) ([0-9a-f]{32})\n$/.exec(text) ?? [];
  if (!kind || !id) throw new StartRefusal(`${resolve(file)} is damaged: remove it`);
  return { kind: kind === 'sqlite' ? 'sqlite' : 'postgres', id };
}

/** Returns the id of the database that a folder belongs to; null when it remembers none or the file cannot be read. */
export function rememberedId(dataDir: string): string | null {
  try {
    return remembered(dataDir)?.id ?? null;
  } catch {
    return null;
  }
}

const refusal = (dataDir: string, why: string): Error =>
  new StartRefusal(why, `if this one is meant, remove ${resolve(fileOf(dataDir))}`);

/**
 * Throws a one-line Error when a folder that belongs to a PostgreSQL database is opened without one. Call it before the embedded
 * database is made.
 */
export function refuseOtherKind(dataDir: string, kind: Database['kind']): void {
  if (kind !== 'sqlite' || remembered(dataDir)?.kind !== 'postgres') return;
  const why = `DATABASE_URL is not set, so this would be the embedded database, but DATA_DIR ${resolve(dataDir)} belongs to a PostgreSQL database`;
  throw refusal(dataDir, why);
}

/** Throws a one-line Error when the folder belongs to another database. Call it before the migrations. */
export async function refuseOtherDatabase({ db, kind, dataDir }: Place): Promise<void> {
  const belongs = remembered(dataDir);
  if (!belongs) return;
  const id = await readMeta(db, idName);
  if (id === '' || id === belongs.id) return;
  throw otherRefusal({ kind, dataDir, belongs, id });
}

/** Throws the same Error when the embedded database is missing, because the start would make an empty one. */
export function refuseNone(dataDir: string): void {
  const belongs = remembered(dataDir);
  if (belongs) throw otherRefusal({ kind: 'sqlite', dataDir, belongs, id: null });
}

function otherRefusal(deps: {
  kind: Database['kind'];
  dataDir: string;
  belongs: Belonging;
  id: string | null;
}): Error {
  const { kind, dataDir, belongs, id } = deps;
  const which = kind === 'postgres' ? 'The database of DATABASE_URL' : 'The embedded database';
  const is = id === null ? 'is empty' : 'is not the one of the last start';
  const isNotMoved = id === null && kind === 'postgres' && belongs.kind === 'sqlite';
  const hint = isNotMoved ? ' (npm run move-to-postgres copies it)' : '';
  const other = `DATA_DIR ${resolve(dataDir)} belongs to another ${names[belongs.kind]}${hint}`;
  return refusal(dataDir, `${which} ${is}: ${other}`);
}

/** Returns the id of a database; '' when it has none yet. */
export const databaseIdOf = async (db: Db): Promise<string> => (await readMeta(db, idName)) ?? '';

/**
 * Gives a migrated database its id, unless it has one: a database of an older version, such as a restored backup, gets
 * the id that the folder remembers. Returns what the folder has to remember.
 */
export async function identify({ db, kind, dataDir }: Place): Promise<Belonging> {
  let id = await readMeta(db, idName);
  if (!id) {
    const value = remembered(dataDir)?.id ?? randomBytes(16).toString('hex');
    await addMeta(db, idName, value);
    id = (await readMeta(db, idName)) ?? '';
  }
  return { kind, id };
}

/** Stores which database the folder belongs to. The file is replaced as a whole. */
export async function remember(dataDir: string, { kind, id }: Belonging): Promise<void> {
  const before = remembered(dataDir);
  if (before?.kind === kind && before.id === id) return;
  const file = fileOf(dataDir);
  const part = `${file}.${process.pid}`;
  try {
    const handle = await open(part, 'w', 0o600);
    try {
      await handle.writeFile(`${kind} ${id}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
    syncName(file);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Makes the folder forget its database: the next start accepts any. */
export function forget(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}
