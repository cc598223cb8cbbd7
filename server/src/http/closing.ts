import type { Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../kit/logger.ts';
import { resolvesWithin } from '../kit/within.ts';

/** Sockets need a moment to close after they were told to. */
const cutMs = 300;

/**
 * Closes the server: it takes no new connection, idle ones end, each answer from now on is the last of its
 * connection. Connections that are left after `graceMs` are cut; resolves a moment later at the latest.
 */
export async function closeServer(
  server: Pick<FastifyInstance, 'close'> & { server: Server },
  graceMs: number,
  logger: Logger,
): Promise<void> {
  const http = server.server;
  // Added only now, so that no answer pays for it while the server serves.
  http.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  const closed = server.close();
  if (await resolvesWithin(closed, graceMs)) return;
  http.getConnections((_error, connections) => {
    logger.warn({ connections }, 'closing the connections that are still in use');
  });
  http.closeAllConnections();
  await resolvesWithin(closed, cutMs);
}
