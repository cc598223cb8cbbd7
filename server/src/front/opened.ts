import { createServer, type IncomingMessage, type Server } from 'node:http';
import { constantTimeEqual } from '../kit/constant-time.ts';
import type { Logger } from '../kit/logger.ts';
import { type MayAnswer, refuseByHand } from './answer-by-hand.ts';
import { isDirectLoopback } from './direct-loopback.ts';

/** Tells whether the sender of a request may read the metrics and the details of `/readyz`. */
export type IsOpened = (request: IncomingMessage) => boolean;

/** Decides it on the public port: it needs METRICS_TOKEN, and without that setting nobody may (ADR 29 "First start"). */
export const openedBy =
  (token: string | undefined): IsOpened =>
  ({ headers }) => {
    const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
    return token !== undefined && given !== undefined && constantTimeEqual(given, token);
  };

/** The most connections; more are closed at once, because only one program asks here. */
const mostConnections = 100;

/** Builds the server of METRICS_PORT: it gives these answers to programs on this machine. */
export function createMetricsServer(
  answers: (isOpened: IsOpened) => MayAnswer[],
  logger: Logger,
): Server {
  const own = answers((request) => isDirectLoopback(request));
  const server = createServer((request, response) => {
    if (own.some((mayAnswer) => mayAnswer(request, response))) return;
    refuseByHand(response, 404, 'Not found');
  });
  server.maxConnections = mostConnections;
  server.on('error', (error) => logger.error({ err: error }, 'METRICS_PORT cannot be used'));
  return server;
}
