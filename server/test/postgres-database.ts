import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';

/** A new empty database; `remove` ends all connections to it. */
export type PostgresDatabase = { url: string; remove(): Promise<void> };

/** Whether this run has a PostgreSQL. */
export const hasPostgres = (): boolean => inject('postgresUrl') !== '';

/** Makes a database in the PostgreSQL of this run. */
export async function createPostgresDatabase(): Promise<PostgresDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const run = async (statement: string) => {
    const sql = postgres(server, { max: 1, onnotice: () => {} });
    await sql.unsafe(statement).finally(() => sql.end());
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => run(`drop database ${name} with (force)`) };
}
