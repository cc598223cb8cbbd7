import type { BackOffice } from './route.ts';

/** What `/readyz` asks: whether ads are served, from memory alone while the database is gone. */
export type Readiness = () => {
  ready: boolean;
  degraded: boolean;
  detail: Record<string, unknown>;
};

/**
 * `/healthz`: the process lives. `/readyz`: it may be sent requests, 503 otherwise; `degraded` is 200 too, since
 * the ads it has are better than none (ADR 12).
 */
export function healthRoutes(server: BackOffice, readiness: Readiness): void {
  const plain = { schema: { hide: true }, config: { open: true }, logLevel: 'silent' } as const;
  server.get('/healthz', plain, async () => ({ status: 'ok' }));
  server.get('/readyz', plain, async (_request, reply) => {
    const { ready, degraded, detail } = readiness();
    const served = degraded ? 'degraded' : 'ready';
    return reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({
        status: ready ? served : 'not ready',
        ...(degraded && { reason: 'the database is gone: ads are served, the back office is not' }),
        ...detail,
      });
  });
}
