import { createServer, type IncomingMessage, type Server } from 'node:http';
import { constantTimeEqual } from '../kit/constant-time.ts';
import type { Logger } from '../kit/logger.ts';
import { type MayAnswer, refuseByHand } from './answer-by-hand.ts';
import { isDirectLoopback } from './direct-loopback.ts';

/** Whether who asks may read the metrics and the details of `/readyz`. */
export type IsOpened = (request: IncomingMessage) => boolean;

/** On the public port: to everybody with METRICS_TOKEN alike, and without one to nobody (ADR 29 "First start"). */
export const openedBy =
  (token: string | undefined): IsOpened =>
  ({ headers }) => {
    const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
    return token !== undefined && given !== undefined && constantTimeEqual(given, token);
  };

/** More connections at once are closed: one program asks here. */
const mostConnections = 100;

/** What listens at METRICS_PORT: these answers, for programs on this machine. */
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
