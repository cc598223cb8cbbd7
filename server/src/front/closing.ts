import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, Socket } from 'node:net';
import type { Logger } from '../kit/logger.ts';
import { resolvesWithin } from '../kit/within.ts';
import { answering } from './connections.ts';

/** The longest time that sockets may take to close after they were destroyed. */
const cutMs = 300;
/** A client that has just connected sends its request within this time. */
const newcomersMs = 500;
/** A client in the middle of a request head sends the rest of it within this time. */
const headsMs = 1_000;
const idleEveryMs = 100;

/** Node counts a connection with half a request head as in use. Only this list has all open connections. */
const { _getActiveHandles: openHandles } = process as unknown as {
  _getActiveHandles: () => unknown[];
};

/** Closes the connections that wait for no answer. */
function closeWithoutRequest(http: Server): void {
  for (const handle of openHandles()) {
    if (!(handle instanceof Socket)) continue;
    const { server, _httpMessage: answer } = handle as Socket & Record<string, unknown>;
    if (server === http && !answer && !answering.has(handle)) handle.destroySoon();
  }
}

/**
 * Accepts no new connections; resolves when all have ended. `close` of Node would at once close the connections that have not
 * sent their request yet, and they would get no answer. They have half a second here, and a second when they have begun to send
 * it; then each connection without a request is closed, and `endStreams` ends endless answers.
 */
export async function stopListening(
  http: Server,
  endStreams: () => PromiseLike<unknown> | undefined = () => undefined,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const began = performance.now();
  NetServer.prototype.close.call(http, () => ended.resolve());
  await resolvesWithin(ended.promise, newcomersMs);
  http.closeIdleConnections();
  // A connection whose answer had begun before the stop is idle after it.
  const closing = setInterval(() => {
    if (performance.now() - began < headsMs) http.closeIdleConnections();
    else closeWithoutRequest(http);
  }, idleEveryMs);
  await endStreams();
  await ended.promise;
  clearInterval(closing);
}

/**
 * Closes the server by `close`, which accepts no new connections and closes idle ones. Every other connection closes after
 * its next answer (`Connection: close`). Connections that are still open after `graceMs` are destroyed. Resolves
 * at most 300 ms after that.
 */
export async function closeServer(
  http: Server,
  close: () => PromiseLike<unknown>,
  graceMs: number,
  logger: Logger,
): Promise<void> {
  // The listener is added only now, so that it costs nothing during normal operation.
  http.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  const closed = Promise.resolve(close());
  if (await resolvesWithin(closed, graceMs)) return;
  http.getConnections((_error, connections) => {
    logger.warn({ connections }, 'closing the connections that are still in use');
  });
  http.closeAllConnections();
  await resolvesWithin(closed, cutMs);
}
