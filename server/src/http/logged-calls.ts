import type { FastifyRequest } from 'fastify';
import { thresholds } from '../thresholds.ts';
import type { BackOffice } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The time when the whole request was there, in milliseconds of `performance.now()`; 0 before. */
    wholeAt: number;
  }
}

/** The pause between two logged slow calls of one route. */
const slowEveryMs = 5 * 60_000;

/** Tells whether a call is logged usually: a write of a person who is signed in, or a refusal to such a person. */
const isLogged = ({ isSignedIn, routeOptions }: FastifyRequest, status: number): boolean =>
  isSignedIn && (routeOptions.config.writes === true || (status >= 400 && status < 500));

/**
 * Logs writes, refusals of people who are signed in, and slow calls. All other answers are logged at `debug`, because an open
 * tab asks 15 times a minute. The time of a slow call is from the end of its request to the begin of its answer.
 */
export function logCalls(server: BackOffice): void {
  const slow = new Map<string, { saidAt: number; times: number }>();
  server.decorateRequest('wholeAt', 0);
  server.addHook('preHandler', async (request) => {
    request.wholeAt = performance.now();
  });
  server.addHook('onSend', async (request) => {
    const now = performance.now();
    const ms = Math.round(now - request.wholeAt);
    if (request.wholeAt === 0 || ms < thresholds.slowCallMs) return;
    const { method, routeOptions } = request;
    const route = `${method} ${routeOptions.url}`;
    const known = slow.get(route) ?? { saidAt: Number.NEGATIVE_INFINITY, times: 0 };
    known.times += 1;
    slow.set(route, known);
    if (now - known.saidAt < slowEveryMs) return;
    request.log.warn({ route, ms, times: known.times }, 'a slow call');
    known.saidAt = now;
    known.times = 0;
  });
  server.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime);
    const level = isLogged(request, reply.statusCode) ? 'info' : 'debug';
    request.log[level]({ req: request, res: reply, ms }, 'answered');
  });
}
