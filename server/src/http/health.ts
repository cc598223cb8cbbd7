import type { BackOffice } from './route.ts';

/** What `/readyz` asks: whether ads are served, and whether the server is on its way out. */
export type Readiness = () => { ready: boolean; detail: Record<string, unknown> };

/** `/healthz`: the process lives. `/readyz`: it may be sent requests; 503 otherwise. */
export function healthRoutes(server: BackOffice, readiness: Readiness): void {
  const plain = { schema: { hide: true }, logLevel: 'silent' } as const;
  server.get('/healthz', plain, async () => ({ status: 'ok' }));
  server.get('/readyz', plain, async (_request, reply) => {
    const { ready, detail } = readiness();
    return reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', ...detail });
  });
}
