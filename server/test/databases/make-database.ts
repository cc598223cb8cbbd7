import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

/** A new database; `remove` ends all connections to it. */
export type PostgresDatabase = { name: string; url: string; remove(): Promise<void> };

/** Makes a database in the PostgreSQL at `server`. */
export async function makeDatabase(
  server: string,
  template = 'template1',
): Promise<PostgresDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const run = async (statement: string) => {
    const sql = postgres(server, { max: 1, onnotice: () => {} });
    await sql.unsafe(statement).finally(() => sql.end());
  };
  // PostgreSQL copies the files. Otherwise it would also write all of them into its log.
  await run(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { name, url: url.href, remove: () => run(`drop database ${name} with (force)`) };
}
