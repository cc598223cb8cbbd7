import type { SqliteConnections } from './sqlite.connections.ts';

const everyMs = 50;
const question = {
  transaction: false,
  sql: 'select data_version from pragma_data_version',
  parameters: [],
} as const;

/**
 * Calls `onChange` within about 50 ms after a commit of any process: on a connection that never writes, SQLite's `data_version`
 * changes when somebody has written (ADR 12). Also calls it when the file becomes unreadable, and when it is readable again.
 * Returns the function that stops the watch.
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
      // Followers notice the failure, and look again when the file is readable.
    }
    if (known !== undefined && version !== known) onChange();
    known = version;
  }

  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}
