import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RouteName, routes } from '@adwarden/contract/routes';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** The server as feature routes see it: schemas are zod, handlers are typed by them. */
export type BackOffice = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Method, path and guard of a contract route, to spread into `server.route`. */
export function at(name: RouteName) {
  const route: (typeof routes)[RouteName] & { multipart?: true } = routes[name];
  const { method, path, who, summary } = route;
  return {
    method,
    url: path,
    config: { who, summary, ...(route.multipart && { multipart: true as const }) },
  };
}
