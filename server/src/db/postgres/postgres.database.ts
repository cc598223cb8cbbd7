import { Kysely, sql } from 'kysely';
import { causeOf } from '../../kit/faults/causes.ts';
import { Fault } from '../../kit/faults/fault.ts';
import { changesChannel } from '../commit-order.ts';
import { type Database, errorOf, type OnQuery } from '../database.ts';
import { PostgresError } from '../errors.ts';
import type { Db, Schema } from '../schema.ts';
import { PostgresDialect } from './dialect.postgres.ts';
import type { PostgresSettings } from './postgres.options.ts';
import { refuseWithoutUse } from './postgres.rights.ts';
import { watchPostgres } from './postgres.watch.ts';

const leastVersion = 15;

/** Opens a PostgreSQL database. The first connection is made at the first check or use. */
export function openPostgres(settings: PostgresSettings, onQuery: OnQuery | undefined): Database {
  const db: Db = new Kysely<Schema>({
    dialect: new PostgresDialect(settings),
    ...(onQuery && { log: (event) => onQuery(event.queryDurationMillis, errorOf(event)) }),
  });
  const check = () =>
    refuseUnfit(db)
      .then(() => refuseWithoutUse(db))
      .catch((error: unknown) => {
        const { cause } = error as Error;
        throw [error, cause].find((one) => one instanceof Fault) ?? unusablePostgres(error);
      });
  const watch = (onChange: () => void) => watchPostgres(settings, changesChannel, onChange);
  return {
    db,
    kind: 'postgres',
    check,
    hurry() {},
    watch,
    copy: null,
    close: () => db.destroy(),
  };
}

async function refuseUnfit(db: Db): Promise<void> {
  const asked = sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding`;
  const { version, encoding } = (await asked.execute(db)).rows[0] ?? { version: 0, encoding: '' };
  if (version < leastVersion) {
    throw new Error(`it is PostgreSQL ${version}, and Adwarden needs ${leastVersion} or newer`);
  }
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, and must be UTF8`);
}

/** Builds the fault from PostgreSQL's own message, in one line. It never contains the URL, which may contain a password. */
export function unusablePostgres(error: unknown): Fault {
  const [line] = (error as Error).message.split('\n');
  const cause = causeOf(error);
  const said = error instanceof PostgresError ? `${error.code}: ${line}` : (cause?.what ?? line);
  return new Fault(`DATABASE_URL cannot be used: ${said}`, cause?.todo ?? '', { cause: error });
}
