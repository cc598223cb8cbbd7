import type postgres from 'postgres';
import type { TransactionSql } from 'postgres';
import { asPostgresError } from '../errors.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import { connectPostgres } from '../postgres/postgres.connect.ts';
import { openPostgres } from '../postgres/postgres.database.ts';
import type { PostgresSettings } from '../postgres/postgres.options.ts';
import { foldedKeys } from '../text-search.ts';
import { type MoveSource, openMoveSource } from './move.source.ts';
import {
  type ComparedTable,
  countedTables,
  movedTables,
  quoted,
  requestsOfLists,
  type Sum,
} from './move.tables.ts';
import {
  createSum,
  holdTarget,
  insertRows,
  sumOf,
  tablesInUse,
  writeRequestsOfLists,
} from './move.target.ts';

/** The source and the target; `tell` is called with lines about the progress. */
export type MoveOrder = {
  dataDir: string;
  postgres: PostgresSettings;
  tell: (line: string) => void;
};

/** A table that is equal on both sides. */
type MovedTable = Sum & { table: string };

/** The result of a move. `notAnalyzed` says why ANALYZE failed afterwards; null when it succeeded. */
export type Moved = { tables: MovedTable[]; notAnalyzed: string | null };

const rowsPerLine = 100_000;

/**
 * Moves the embedded database of a data directory into an empty PostgreSQL, compares both row by row, and returns the compared
 * tables. All rows are written in one transaction, so that after a failure or a kill PostgreSQL has the schema only. Throws
 * one-line Errors; then nothing was moved.
 */
export async function moveToPostgres(order: MoveOrder): Promise<Moved> {
  const source = openMoveSource(order.dataDir, migrations);
  try {
    await prepareTarget(order.postgres);
    const sql = await connectPostgres(order.postgres);
    try {
      const tables = await sql.begin((tx) => moveAll(tx, source, order.tell));
      return { tables: tables as MovedTable[], notAnalyzed: await analyze(sql) };
    } catch (error) {
      const { severity, code, message } = error as postgres.PostgresError;
      throw severity ? asPostgresError({ code, message }) : error;
    } finally {
      await sql.end({ timeout: 5 });
    }
  } finally {
    source.close();
  }
}

/** Runs ANALYZE; returns null, or one line with the reason of its failure. */
async function analyze(sql: postgres.Sql): Promise<string | null> {
  try {
    await sql.unsafe('set statement_timeout = 0');
    await sql.unsafe('analyze');
    return null;
  } catch (error) {
    return String((error as Error).message).split('\n', 1)[0] ?? '';
  }
}

async function prepareTarget(settings: PostgresSettings): Promise<void> {
  // `openDatabase` is not used, because the data folder still belongs to the embedded database.
  const { db, check, close } = openPostgres(settings, undefined);
  try {
    await check();
    await migrate(db);
  } finally {
    await close();
  }
}

async function moveAll(
  tx: TransactionSql,
  source: MoveSource,
  tell: MoveOrder['tell'],
): Promise<MovedTable[]> {
  await holdTarget(tx);
  const used = await tablesInUse(tx);
  if (used.length > 0) {
    throw new Error(
      `The database of DATABASE_URL is not empty: it has rows in ${used.join(', ')}.`,
    );
  }
  const moved: MovedTable[] = [];
  for (const table of Object.keys(movedTables)) {
    const compared = comparedTable(source, table);
    const wanted = source.count(table);
    tell(`${table}: ${figures(wanted)} rows`);
    const sum = await insertRows(tx, compared, source.rows(compared), (rows) => {
      if (rows % rowsPerLine === 0) tell(`${table}: ${figures(rows)} of ${figures(wanted)}`);
    });
    if (sum.rows !== wanted) {
      throw new Error(`${table} changed while it was read.`);
    }
    moved.push({ table, ...sum });
  }
  await writeRequestsOfLists(tx, source.rows(requestsOfLists));
  for (const { table, column } of countedTables) {
    // `setval` would not be rolled back with the transaction.
    const next = source.lastNumber(table) + 1;
    await tx.unsafe(`alter table ${quoted(table)} alter column ${column} restart with ${next}`);
  }
  tell('Comparing both databases');
  const list = sumOfList(source);
  for (const { table, rows, digest } of [...moved, list]) {
    const there = await sumOf(tx, comparedTable(source, table));
    if (there.rows !== rows || there.digest !== digest) {
      throw new Error(`PostgreSQL does not hold ${table} as it was written.`);
    }
  }
  return [...moved, list];
}

const figures = (count: number) => count.toLocaleString('en');

function comparedTable(source: MoveSource, table: string): ComparedTable {
  if (table in movedTables) {
    const key = movedTables[table as keyof typeof movedTables];
    return { table, key, columns: source.columns(table) };
  }
  // PostgreSQL gives these rows new numbers, and folds texts by its own Unicode version (ADR 89).
  const isOwn = (name: string) => name === 'id' || Object.values<string>(foldedKeys).includes(name);
  const columns = source.columns(table).filter(({ name }) => !isOwn(name));
  return { table, key: ['appID'], columns };
}

/**
 * Computes the sum of the table from which lists are read. PostgreSQL's triggers have filled it from the same rows;
 * `requestsOfLists` was copied.
 */
function sumOfList(source: MoveSource): MovedTable {
  const sum = createSum();
  for (const row of source.rows(comparedTable(source, 'app_list'))) sum.add(row);
  return { table: 'app_list', ...sum.end() };
}
