import type { SqliteThread } from './sqlite.thread.ts';

const everyMs = 50;
const question = {
  op: 'run',
  session: 0,
  transaction: false,
  sql: 'select data_version from pragma_data_version',
  parameters: [],
} as const;

/**
 * Calls `onChange` within about 50 ms after a commit of any process: on a connection that never writes, SQLite's
 * `data_version` changes when somebody has written (ADR 12). Also calls it when the thread is gone, and when it is back.
 */
export function watchSqlite(follower: SqliteThread, onChange: () => void): () => void {
  let known: unknown;
  let ended = false;
  let timer: NodeJS.Timeout;

  async function look(): Promise<void> {
    try {
      const { rows } = await follower.call(question);
      const version = rows[0]?.[0];
      if (!ended && known !== undefined && version !== known) onChange();
      known = version;
    } catch {
      // The thread is gone or starts again. Followers must learn this, and look again when it is back.
      if (!ended && known !== null) onChange();
      known = null;
    }
    if (!ended) timer = setTimeout(look, everyMs).unref();
  }

  timer = setTimeout(look, everyMs).unref();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
