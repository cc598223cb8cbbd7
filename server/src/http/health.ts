import type { BackOffice } from './route.ts';

/** The state for `/readyz`; `degraded` means that the ads come from memory only, because the database is down. */
export type Readiness = () => {
  ready: boolean;
  degraded: boolean;
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
