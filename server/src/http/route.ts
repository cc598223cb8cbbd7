import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyBytesOf, type Call, isBudgeted } from '@adwarden/contract/call';
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

/** A route for everybody that the document of the API leaves out. */
export const openRoute = { schema: { hide: true }, config: { open: true as const } };

type Part<C extends Call, From extends string, To extends string> =
  C extends Record<From, infer S> ? Record<To, S> : unknown;

/** The schemas of a call, under Fastify's names for them. */
type SchemaOf<C extends Call> = Part<C, 'params', 'params'> &
  Part<C, 'query', 'querystring'> &
  Part<C, 'body', 'body'> & {
    response: { 200: C['answer'] } & (C extends { accepted: infer Accepted }
      ? { 202: Accepted }
      : unknown);
  };

/**
 * What the contract says of a call: method, path, who may call, body limit and schemas. Fastify checks the question by
 * them, and the handler gets its types from them.
 *
 *     server.route({
 *       ...contractRoute(appCalls.deleteApp),
 *       async handler({ params }) {
 *         await apps.remove(params.appID);
 *         return succeed('Deleted', { appID: params.appID });
 *       },
 *     });
 */
export function contractRoute<C extends Call>(call: C) {
  const { method, path, who, summary, multipart, takesFile, holds, urgent, creates }: Call = call;
  const { params, query, body, answer, accepted, saysWhatAdsHave, compressed }: Call = call;
  const schema = {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { 200: answer, ...(accepted && { 202: accepted }) },
  };
  return {
    method,
    url: path,
    bodyLimit: bodyBytesOf(call),
    config: {
      who,
      summary,
      writes: isBudgeted(call),
      urgent: urgent === true,
      creates: creates === true,
      saysWhatAdsHave: saysWhatAdsHave === true,
      ...(compressed && { compressed }),
      ...(multipart && { multipart: { icon: holds === 'app', file: takesFile === true } }),
    },
    schema: schema as unknown as SchemaOf<C>,
  };
}
