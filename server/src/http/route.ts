import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Call, calls } from '@adwarden/contract/calls';
import { isBudgeted, type Route } from '@adwarden/contract/route';
import { bodyBytesOf, type RouteName, routes } from '@adwarden/contract/routes';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** The server as feature routes see it: schemas are zod, and handlers get their types from them. */
export type BackOffice = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

type Calls = typeof calls;
type Part<N extends RouteName, From extends string, To extends string> =
  Calls[N] extends Record<From, infer S> ? Record<To, S> : unknown;

/** The schemas of a call, under Fastify's names for them. */
type SchemaOf<N extends RouteName> = Part<N, 'params', 'params'> &
  Part<N, 'query', 'querystring'> &
  Part<N, 'body', 'body'> & {
    response: { 200: Calls[N]['answer'] } & (Calls[N] extends { accepted: infer Accepted }
      ? { 202: Accepted }
      : unknown);
  };

/**
 * What the contract says of a call: method, path, who may call, body limit and schemas. Fastify checks the question by
 * them, and the handler gets its types from them.
 *
 *     server.route({
 *       ...contractRoute('deleteApp'),
 *       async handler({ params }) {
 *         await apps.remove(params.appID);
 *         return succeed('Deleted', { appID: params.appID });
 *       },
 *     });
 */
export function contractRoute<N extends RouteName>(name: N) {
  const route: Route = routes[name];
  const { method, path, who, summary, multipart, takesFile = false, holds, urgent = false } = route;
  const { params, query, body, answer, accepted }: Call = calls[name];
  const schema = {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { 200: answer, ...(accepted && { 202: accepted }) },
  };
  return {
    method,
    url: path,
    bodyLimit: bodyBytesOf(name),
    config: {
      who,
      summary,
      writes: isBudgeted(route),
      urgent,
      ...(multipart && { multipart: { icon: holds === 'app', file: takesFile } }),
    },
    schema: schema as unknown as SchemaOf<N>,
  };
}
