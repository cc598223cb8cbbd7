import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Logger } from '../kit/logger.ts';
import { resolvesWithin } from '../kit/within.ts';

/** How long sockets may take to close after they were destroyed. */
const cutMs = 300;
/** A client that has just connected sends its request within this time. */
const newcomersMs = 500;
const idleEveryMs = 100;

/**
 * Accepts no new connections; resolves when all have ended. `close` of Node would at once close the connections that have
 * not sent their request yet, and they would get no answer. They have half a second here; then idle connections are closed,
 * and `endStreams` ends the answers that go on for ever.
 */
export async function stopListening(
  http: Server,
  endStreams: () => PromiseLike<unknown> | undefined = () => undefined,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  NetServer.prototype.close.call(http, () => ended.resolve());
  await resolvesWithin(ended.promise, newcomersMs);
  http.closeIdleConnections();
  // A connection whose answer had begun before the stop is idle after it.
  const closing = setInterval(() => http.closeIdleConnections(), idleEveryMs);
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
