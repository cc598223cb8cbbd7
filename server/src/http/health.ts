import type { BackOffice } from './route.ts';

/**
 * The state for `/readyz`. `troubles`: what does not work, in words. A node that is ready and has troubles is degraded:
 * it serves ads, and somebody should look.
 */
export type Readiness = () => {
  ready: boolean;
  troubles: string[];
  detail: Record<string, unknown>;
};

/**
 * `/healthz`: the process is alive. `/readyz`: 200 when it can be sent requests, otherwise 503. `degraded` is 200 too,
 * because old ads are better than none (ADR 12).
 */
export function healthRoutes(server: BackOffice, readiness: Readiness): void {
  const plain = { schema: { hide: true }, config: { open: true }, logLevel: 'silent' } as const;
  server.get('/healthz', plain, async () => ({ status: 'ok' }));
  server.get('/readyz', plain, async (_request, reply) => {
    const { ready, troubles, detail } = readiness();
    const served = troubles.length > 0 ? 'degraded' : 'ready';
    return reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({
        status: ready ? served : 'not ready',
        ...(troubles.length > 0 && { reason: troubles.join('; ') }),
        ...detail,
      });
  });
}
