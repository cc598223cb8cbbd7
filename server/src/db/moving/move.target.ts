import { createHash } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import {
  type Column,
  type ComparedTable,
  movedRows,
  movedTables,
  quoted,
  requestsOfLists,
  type Sum,
  type TextRow,
} from './move.tables.ts';

const rowsPerBatch = 2000;
const textPerBatch = 4_000_000;
const rowsPerFetch = 1000;

const arrayTypes = { text: 'text[]', whole: 'bigint[]', bytes: 'bytea[]' };

/** Computes a count and a digest, row by row. */
export function createSum() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(row: TextRow) {
      rows += 1;
      hash.update(`${JSON.stringify(row)}\n`);
    },
    end: (): Sum => ({ rows, digest: hash.digest('hex') }),
  };
}

/** Locks the target for this transaction: a server that uses it must wait with its writes. */
export async function holdTarget(tx: TransactionSql): Promise<void> {
  await tx`set local statement_timeout = 0`;
  await tx`set local idle_in_transaction_session_timeout = 0`;
  await tx.unsafe(`lock table ${Object.keys(movedTables).map(quoted).join()} in exclusive mode`);
}

/** Returns the tables that have more rows than a new schema has. */
export async function tablesInUse(tx: TransactionSql): Promise<string[]> {
  const used: string[] = [];
  for (const table of Object.keys(movedTables)) {
    const query = `select 1 from ${quoted(table)} where ${movedRows(table)} limit 1`;
    if ((await tx.unsafe(query)).length > 0) used.push(table);
  }
  return used;
}

/** Writes rows in batches and returns their sum; `tell` is called with the number of rows written so far. */
export async function insertRows(
  tx: TransactionSql,
  { table, columns }: ComparedTable,
  rows: Iterable<TextRow>,
  tell: (rows: number) => void,
): Promise<Sum> {
  const sum = createSum();
  const insert = insertOf(table, columns);
  let batch: TextRow[] = [];
  let length = 0;
  let written = 0;
  const write = async () => {
    const arrays = columns.map(({ type }, place) =>
      arrayText(batch.map((row) => forPostgres(row[place] ?? null, type))),
    );
    await tx.unsafe(insert, arrays);
    written += batch.length;
    tell(written);
    batch = [];
    length = 0;
  };
  for (const row of rows) {
    sum.add(row);
    batch.push(row);
    for (const value of row) length += value?.length ?? 0;
    if (batch.length === rowsPerBatch || length > textPerBatch) await write();
  }
  if (batch.length > 0) await write();
  return sum.end();
}

/** Writes the requests of all apps into the table of lists. */
export async function writeRequestsOfLists(
  tx: TransactionSql,
  rows: Iterable<TextRow>,
): Promise<void> {
  await tx`create temp table moved_requests ("appID" text, "requests7d" bigint, "allowed7d" bigint)
    on commit drop`;
  await insertRows(tx, { ...requestsOfLists, table: 'moved_requests' }, rows, () => {});
  await tx`update app_list set "requests7d" = moved."requests7d", "allowed7d" = moved."allowed7d"
    from moved_requests as moved where moved."appID" = app_list."appID" and moved."requests7d" > 0`;
}

/** Builds the INSERT for any number of rows with few parameters: each column is one, a text that PostgreSQL reads as an array. */
function insertOf(table: string, columns: Column[]): string {
  const names = columns.map(({ name }) => quoted(name)).join();
  const arrays = columns.map(({ type }, place) => `$${place + 1}::text::${arrayTypes[type]}`);
  return `insert into ${quoted(table)} (${names}) select * from unnest(${arrays.join()})`;
}

const forPostgres = (value: string | null, type: Column['type']) =>
  value !== null && type === 'bytes' ? `\\x${value}` : value;

function arrayText(values: (string | null)[]): string {
  const items = values.map((value) =>
    value === null ? 'NULL' : `"${value.replace(/[\\"]/g, '\\$&')}"`,
  );
  return `{${items.join()}}`;
}

/** Reads a table of PostgreSQL in the order of its key and returns its sum. */
export async function sumOf(
  tx: TransactionSql,
  { table, columns, key }: ComparedTable,
): Promise<Sum> {
  const texts = columns.map(({ name, type }) => {
    const text = type === 'bytes' ? `encode(${quoted(name)}, 'hex')` : `${quoted(name)}::text`;
    return `${text} as ${quoted(name)}`;
  });
  // The table's name is needed: without it, PostgreSQL would order by the texts that are selected.
  const order = key.map((name) => `${quoted(table)}.${quoted(name)}`);
  const query = `select ${texts.join()} from ${quoted(table)}
    where ${movedRows(table)} order by ${order.join()}`;
  const sum = createSum();
  for await (const rows of tx.unsafe<Record<string, string | null>[]>(query).cursor(rowsPerFetch)) {
    for (const row of rows) sum.add(columns.map(({ name }) => row[name] ?? null));
  }
  return sum.end();
}
