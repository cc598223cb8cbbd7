import { setTimeout as pause } from 'node:timers/promises';
import { connectPostgres } from './postgres.connect.ts';
import type { PostgresSettings } from './postgres.options.ts';

/** A NOTIFY may be lost with its connection: the log is looked at this often all the same. */
const everyMs = { listening: 2000, deaf: 100 };
const reconnectAfterMs = 300;

/**
 * Calls `onChange` when a commit notified the channel, and now and then: every 2 s while a connection of its
 * own listens, every 100 ms while none does or a pooler is between (ADR 13). Lost, doubled and
 * disordered notices do no harm, since who is called reads the log.
 */
export function watchPostgres(
  settings: PostgresSettings,
  channel: string,
  onChange: () => void,
): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  let listening = false;
  let timer: NodeJS.Timeout;

  /** Listens until the connection is lost. */
  async function listen(): Promise<void> {
    const lost = Promise.withResolvers<void>();
    const end = () => lost.resolve();
    signal.addEventListener('abort', end, { once: true });
    const sql = await connectPostgres(settings, { onClose: end, onNotify: onChange });
    try {
      await sql.unsafe(`listen "${channel}"`);
      listening = true;
      onChange();
      await lost.promise;
    } finally {
      listening = false;
      signal.removeEventListener('abort', end);
      await sql.end({ timeout: 0 });
    }
  }

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      await listen().catch(() => {});
      await pause(reconnectAfterMs, undefined, { signal }).catch(() => {});
    }
  }

  function poll(): void {
    onChange();
    // A pooler takes LISTEN and hears nothing.
    const hears = listening && settings.prepare;
    timer = setTimeout(poll, hears ? everyMs.listening : everyMs.deaf).unref();
  }

  timer = setTimeout(poll, everyMs.deaf).unref();
  const kept = keepListening();
  return () => {
    clearTimeout(timer);
    ending.abort();
    return kept;
  };
}
