import { sql } from 'kysely';
import { causeOf } from '../../kit/faults/causes.ts';
import { Fault } from '../../kit/faults/fault.ts';
import { movedTables } from '../moving/move.tables.ts';
import type { Db } from '../schema.ts';

/*
 * Checks the rights of the user of DATABASE_URL before they are used: after the first refusal PostgreSQL answers everything else
 * in the transaction with "current transaction is aborted", which says nothing.
 */

const ownTables = Object.keys(movedTables);

/** The most tables that an error names. */
const mostNamed = 5;

function refuse(code: string, what: string): never {
  throw new Fault(`DATABASE_URL cannot be used: ${what}`, causeOf({ code })?.todo ?? '');
}

const listOf = (names: string[]) =>
  names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ' …' : '');

/** Throws when this user may not read and write an existing table. */
export async function refuseWithoutUse(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; user: string }>`
    select c.relname as name, current_user as user
    from pg_class c
    where c.relnamespace = to_regnamespace(current_schema()) and c.relkind in ('r', 'p')
      and c.relname in (${sql.join(ownTables)})
      and to_regclass('kysely_migration') is not null
      and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
        and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))
    order by c.relname`.execute(db);
  const [first] = rows;
  if (!first) return;
  const names = listOf(rows.map(({ name }) => name));
  refuse('42501', `its user ${first.user} may not read and write its tables (${names})`);
}

/** Throws when the next migrations could not make or change tables here. */
export async function refuseWithoutMaking(db: Db): Promise<void> {
  const asked = sql<{ schema: string | null; user: string; mayMake: boolean; isOurs: boolean }>`
    select current_schema() as schema, current_user as user,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayMake",
      to_regclass('kysely_migration') is not null as "isOurs"`;
  const { schema = null, user = '', mayMake, isOurs } = (await asked.execute(db)).rows[0] ?? {};
  if (schema === null) refuse('3F000', 'it has no schema that this user may use');
  if (!mayMake) refuse('42501', `its user ${user} may not make tables in the schema ${schema}`);
  const { rows } = await sql<{ name: string; isOwn: boolean }>`
    select c.relname as name, pg_has_role(c.relowner, 'member') as "isOwn"
    from pg_class c
    where c.relnamespace = to_regnamespace(current_schema()) and c.relkind in ('r', 'p')
      and c.relname in (${sql.join(ownTables)})
    order by c.relname`.execute(db);
  if (rows.length > 0 && !isOurs) {
    const names = listOf(rows.map(({ name }) => name));
    refuse('42P07', `it has tables of another program (${names})`);
  }
  const others = rows.filter(({ isOwn }) => !isOwn).map(({ name }) => name);
  if (others.length > 0) {
    refuse('42501', `its user ${user} does not own its tables (${listOf(others)})`);
  }
}
