import { type Insertable, type RawBuilder, sql } from 'kysely';
import { checkedParameters } from './parameters.ts';
import type { Db, Schema } from './schema.ts';
import { isPostgres } from './which.ts';

/*
 * Sends many rows in one statement. They are one JSON text, because thousands of parameters would cost the office and the
 * database more than the work itself. The rows have no binary columns.
 */

type Table = keyof Schema & string;
type RowOf<T extends Table> = Insertable<Schema[T]>;

const rowsAtOnce = 500;

/** Builds rows with one column, `value`, from the items of a JSON array. */
export function sentValues(db: Db, items: readonly unknown[]): RawBuilder<unknown> {
  const text = JSON.stringify(items);
  return isPostgres(db)
    ? sql`jsonb_array_elements(cast(cast(${text} as text) as jsonb))`
    : sql`json_each(${text})`;
}

/** Builds a query of rows of a table, in their order. All rows must have the same columns, which may be a part of the table's. */
export function sentRows<T extends Table>(
  db: Db,
  table: T,
  rows: readonly Partial<RowOf<T>>[],
): RawBuilder<unknown> {
  for (const row of rows) checkedParameters(Object.values(row));
  const names = columnsOf(rows);
  if (!isPostgres(db)) {
    const values = names.map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`);
    return sql`select ${sql.join(values)} from ${sentValues(db, rows)} where true`;
  }
  const text = JSON.stringify(rows);
  return sql`select ${sql.join(names.map((name) => sql.ref(name)))}
    from json_populate_recordset(null::${sql.table(table)}, cast(cast(${text} as text) as json))`;
}

/** Deletes the rows of a table that have these keys; returns how many. All keys must have the same columns. */
export async function deleteRows<T extends Table>(
  db: Db,
  table: T,
  keys: readonly Partial<RowOf<T>>[],
): Promise<number> {
  const names = sql.join(columnsOf(keys).map((name) => sql.ref(name)));
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${names}) in (${sentRows(db, table, keys)})`.execute(db);
  return Number(numAffectedRows);
}

const columnsOf = ([first = {}]: readonly object[]) => Object.keys(first);

/** Inserts rows of a table. All must have the same columns. */
export async function insertRows<T extends Table>(
  db: Db,
  table: T,
  rows: readonly RowOf<T>[],
): Promise<void> {
  for (const insert of insertsOf(db, table, rows)) await insert.execute(db);
}

/** Builds the statements that insert rows of a table; `returning` can be added to them. */
export function insertsOf<T extends Table>(
  db: Db,
  table: T,
  rows: readonly RowOf<T>[],
): RawBuilder<unknown>[] {
  const inserts: RawBuilder<unknown>[] = [];
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce);
    const names = sql.join(columnsOf(some).map((name) => sql.ref(name)));
    inserts.push(sql`insert into ${sql.table(table)} (${names}) ${sentRows(db, table, some)}`);
  }
  return inserts;
}
