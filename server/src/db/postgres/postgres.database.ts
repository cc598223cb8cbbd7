import { Kysely, sql } from 'kysely';
import { changesChannel } from '../commit-order.ts';
import { type Database, errorOf, type OnQuery } from '../database.ts';
import { PostgresError } from '../errors.ts';
import type { Db, Schema } from '../schema.ts';
import { PostgresDialect } from './dialect.postgres.ts';
import type { PostgresSettings } from './postgres.options.ts';
import { watchPostgres } from './postgres.watch.ts';

const leastVersion = 15;

/** A PostgreSQL database. The first connection is made at the first check or use. */
export function openPostgres(settings: PostgresSettings, onQuery: OnQuery | undefined): Database {
  const db: Db = new Kysely<Schema>({
    dialect: new PostgresDialect(settings),
    ...(onQuery && { log: (event) => onQuery(event.queryDurationMillis, errorOf(event)) }),
  });
  const check = () =>
    refuseUnfit(db).catch((error: unknown) => {
      throw unusable(error);
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

/** An error of one line. It never contains the URL, which may contain a password. */
function unusable(error: unknown): Error {
  const [line] = (error as Error).message.split('\n');
  const why = error instanceof PostgresError ? `${error.code}: ${line}` : line;
  return new Error(`DATABASE_URL cannot be used: ${why}`, { cause: error });
}
