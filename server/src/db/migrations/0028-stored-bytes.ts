import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** The bytes that a row costs besides its texts. */
const rowBytes = 200;

/** A table whose rows count for a person. In the expressions, `item.` stands before a column of the row. */
type Counted = {
  table: string;
  what: string;
  /** The kind and the id of the person. */
  person: [string, string];
  bytes: string;
};

const nobodys: Counted['person'] = [`'admin'`, `''`];
const authors: Counted['person'] = ['item."authorKind"', 'item."authorId"'];
/** Builds the person who owns an app. No owner is null in `app`, and '' in `owner_icon`. */
const owners = (owner: string): Counted['person'] => [
  `case when ${owner} = '' then 'admin' else 'user' end`,
  owner,
];
const textsOf = (...columns: string[]) =>
  [...columns.map((column) => `octet_length(item."${column}")`), rowBytes].join(' + ');

const counted: Counted[] = [
  {
    table: 'app',
    what: 'apps',
    person: owners(`coalesce(item."ownerId", '')`),
    bytes: textsOf('appName', 'packageName', 'accountName', 'category', 'note', 'adUnits'),
  },
  {
    table: 'app_configuration',
    what: 'countries',
    person: nobodys,
    bytes: textsOf('country', 'countryCodes'),
  },
  {
    table: 'app_user',
    what: 'users',
    person: nobodys,
    bytes: textsOf('userID', 'fullName', 'position'),
  },
  {
    table: 'app_account',
    what: 'accounts',
    person: nobodys,
    bytes: textsOf('accountName', 'site', 'extraLines'),
  },
  {
    table: 'change_request',
    what: 'changeRequests',
    person: authors,
    bytes: textsOf('appName', 'note', 'changes', 'before', 'reason'),
  },
  {
    table: 'batch',
    what: 'batches',
    person: authors,
    bytes: `item.bytes + ${textsOf('title', 'change', 'facts')}`,
  },
  {
    table: 'saved_view',
    what: 'views',
    person: ['item."ownerKind"', 'item."ownerId"'],
    bytes: textsOf('name', 'query', 'sort', 'columns'),
  },
  { table: 'owner_icon', what: 'icons', person: owners('item."ownerId"'), bytes: 'item.bytes' },
];

/** Rewrites an expression for a row that has another name than `item`. */
const of = (row: string, expression: string) => expression.replaceAll('item.', `${row}.`);

/**
 * Keeps the sum of what each person stores (schema.stored-bytes.ts, ADR 66). Triggers update it, so the writes of an older
 * version count, too. Also marks the batches whose rows hold only what their undo needs.
 */
export const storedBytes: Migration = {
  async up(db: Kysely<unknown>) {
    const { postgres, text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('stored_bytes')
      .addColumn('kind', text, required)
      .addColumn('id', text, required)
      .addColumn('what', text, required)
      .addColumn('bytes', whole, required)
      .addPrimaryKeyConstraint('stored_bytes_key', ['kind', 'id', 'what'])
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createTable('owner_icon')
      .addColumn('ownerId', text, required)
      .addColumn('hash', text, required)
      .addColumn('apps', whole, required)
      .addColumn('bytes', whole, required)
      .addPrimaryKeyConstraint('owner_icon_key', ['ownerId', 'hash'])
      .modifyEnd(strict)
      .execute();
    await db.schema.createIndex('owner_icon_hash').on('owner_icon').columns(['hash']).execute();
    await db.schema
      .alterTable('batch')
      .addColumn('trimmed', text, (column) => column.notNull().defaultTo('off'))
      .execute();
    const statements = [
      `insert into owner_icon ("ownerId", hash, apps, bytes)
       select coalesce("ownerId", ''), "iconHash", count(*), ${iconBytes('"iconHash"')}
       from app where "iconHash" <> '' group by "ownerId", "iconHash"`,
      ...counted.map(
        ({ table, what, person: [kind, id], bytes }) =>
          `insert into stored_bytes (kind, id, what, bytes)
           select ${kind}, ${id}, '${what}', cast(sum(${bytes}) as bigint)
           from "${table}" as item group by 1, 2`,
      ),
      ...(postgres ? triggersOfPostgres() : triggersOfSqlite()),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const iconBytes = (hash: string) =>
  `coalesce((select octet_length(bytes) from icon where icon.hash = ${hash}), 0)`;

const addBytes = `on conflict (kind, id, what)
  do update set bytes = stored_bytes.bytes + excluded.bytes`;
const addApps = `on conflict ("ownerId", hash) do update set apps = owner_icon.apps + excluded.apps`;
const iconGone = `delete from owner_icon where hash = old.hash`;

/** Builds the triggers of SQLite, which run for each row. */
function triggersOfSqlite(): string[] {
  const add = (row: string, sign: string, { what, person: [kind, id], bytes }: Counted) =>
    `insert into stored_bytes (kind, id, what, bytes)
     values (${of(row, kind)}, ${of(row, id)}, '${what}', ${sign}(${of(row, bytes)})) ${addBytes};`;
  const addIcon = (row: string, sign: string) =>
    `insert into owner_icon ("ownerId", hash, apps, bytes)
     select coalesce(${row}."ownerId", ''), ${row}."iconHash", ${sign}1, ${iconBytes(`${row}."iconHash"`)}
     where ${row}."iconHash" <> '' ${addApps};`;
  const iconOf = (row: string) => `(${row}."ownerId", ${row}."iconHash")`;
  return [
    ...counted.flatMap((one) => {
      const values = (row: string) => of(row, `(${[...one.person, one.bytes].join(', ')})`);
      const name = `stored_bytes_${one.table}`;
      return [
        `create trigger ${name}_insert after insert on "${one.table}" begin ${add('new', '', one)} end`,
        `create trigger ${name}_update after update on "${one.table}"
         when ${values('old')} is not ${values('new')}
         begin ${add('old', '-', one)} ${add('new', '', one)} end`,
        `create trigger ${name}_delete after delete on "${one.table}" begin ${add('old', '-', one)} end`,
      ];
    }),
    `create trigger owner_icon_insert after insert on app begin ${addIcon('new', '')} end`,
    `create trigger owner_icon_update after update of "ownerId", "iconHash" on app
     when ${iconOf('old')} is not ${iconOf('new')}
     begin ${addIcon('old', '-')} ${addIcon('new', '')} end`,
    `create trigger owner_icon_delete after delete on app begin ${addIcon('old', '-')} end`,
    `create trigger owner_icon_gone after delete on icon begin ${iconGone}; end`,
  ];
}

/**
 * Builds the triggers of PostgreSQL, which run once per statement. Per row, a statement that writes many apps of a person would
 * make as many versions of one row, and read them all again for the next one.
 */
function triggersOfPostgres(): string[] {
  const events = [
    ['insert', 'referencing new table as new_rows', ['new']],
    ['update', 'referencing old table as old_rows new table as new_rows', ['old', 'new']],
    ['delete', 'referencing old table as old_rows', ['old']],
  ] as const;
  const signs = { old: '-', new: '' };
  const triggers = (
    name: string,
    table: string,
    body: (rows: readonly ('old' | 'new')[]) => string,
  ) =>
    events.flatMap(([event, referencing, rows]) => [
      `create function ${name}_${event}() returns trigger language plpgsql
         as $$ begin ${body(rows)}; return null; end $$`,
      `create trigger ${name}_${event} after ${event} on ${table} ${referencing}
         for each statement execute function ${name}_${event}()`,
    ]);
  return [
    ...counted.flatMap(({ table, what, person: [kind, id], bytes }) =>
      triggers(`stored_bytes_${table}`, table, (rows) => {
        const parts = rows.map(
          (row) => `select ${kind} as kind, ${id} as id, ${signs[row]}(${bytes}) as bytes
            from ${row}_rows as item`,
        );
        // The order of the key keeps two statements that write the same sums from a deadlock.
        return `insert into stored_bytes (kind, id, what, bytes)
          select kind, id, '${what}', cast(sum(bytes) as bigint) from (${parts.join(' union all ')}) as part
          group by kind, id having sum(bytes) <> 0 order by kind, id ${addBytes}`;
      }),
    ),
    ...triggers('owner_icon', 'app', (rows) => {
      const parts = rows.map(
        (
          row,
        ) => `select coalesce("ownerId", '') as owner, "iconHash" as hash, ${signs[row]}1 as apps
          from ${row}_rows where "iconHash" <> ''`,
      );
      return `insert into owner_icon ("ownerId", hash, apps, bytes)
        select owner, hash, sum(apps), ${iconBytes('part.hash')} from (${parts.join(' union all ')}) as part
        group by owner, hash having sum(apps) <> 0 order by owner, hash ${addApps}`;
    }),
    `create function owner_icon_gone() returns trigger language plpgsql
       as $$ begin ${iconGone}; return null; end $$`,
    `create trigger owner_icon_gone after delete on icon for each row execute function owner_icon_gone()`,
  ];
}
