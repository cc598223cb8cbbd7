import type { Server, ServerResponse } from 'node:http';
import type { Logger } from '../kit/logger.ts';
import { resolvesWithin } from '../kit/within.ts';

/** How long sockets may take to close after they were destroyed. */
const cutMs = 300;

/**
 * Closes the server by `close`. It accepts no new connections and closes idle ones. Every other connection closes after
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
