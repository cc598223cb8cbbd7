import { setTimeout as pause } from 'node:timers/promises';
import { connectPostgres } from './postgres.connect.ts';
import type { PostgresSettings } from './postgres.options.ts';

/** Milliseconds between two reads of the log without any NOTIFY, because a NOTIFY may be lost with its connection. */
const everyMs = { listening: 2000, deaf: 100 };
const reconnectAfterMs = 300;

/**
 * Calls `onChange` after a NOTIFY on the channel, and also without one: every 2 s while it listens, every 100 ms while it cannot
 * listen or a pooler is in between (ADR 13). Lost and repeated notices do no harm, because `onChange` reads the log.
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
    // A pooler accepts LISTEN, but delivers no notices.
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
