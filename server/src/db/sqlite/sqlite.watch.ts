import type { SqliteConnections } from './sqlite.connections.ts';

const everyMs = 50;
const question = {
  transaction: false,
  sql: 'select data_version from pragma_data_version',
  parameters: [],
} as const;

/**
 * Calls `onChange` within about 50 ms after a commit of any process: on a connection that never writes, SQLite's
 * `data_version` changes when somebody has written (ADR 12). Also calls it when the file cannot be read any more, and when
 * it can again. Returns the function that ends it.
 */
export function watchSqlite(
  connections: Pick<SqliteConnections, 'reader'>,
  onChange: () => void,
): () => void {
  let known: unknown;

  function look(): void {
    let version: unknown = null;
    try {
      version = connections.reader.run(question).rows[0]?.[0];
    } catch {
      // Followers learn this, and look again when it can be read.
    }
    if (known !== undefined && version !== known) onChange();
    known = version;
  }

  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}
