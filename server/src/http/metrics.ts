import { Histogram, type Registry } from 'prom-client';
import type { BackOffice } from './route.ts';

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Adds the time of database calls. Returns the function that takes the duration of one, in milliseconds. */
export function timeDatabaseCalls(registry: Registry): (milliseconds: number) => void {
  const database = new Histogram({
    name: 'adwarden_database_call_seconds',
    help: 'Time of one database call as the server sees it',
    buckets: seconds,
    registers: [registry],
  });
  return (milliseconds) => database.observe(milliseconds / 1000);
}

/** Adds the time of every back-office answer, by route. */
export function timeRoutes(server: BackOffice, registry: Registry): void {
  const requests = new Histogram({
    name: 'adwarden_http_request_seconds',
    help: 'Time of a back-office answer by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: seconds,
    registers: [registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    };
    requests.observe(labels, reply.elapsedTime / 1000);
  });
}
