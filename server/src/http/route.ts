import type { IncomingMessage, ServerResponse } from 'node:http';
import { adsCalls } from '@adwarden/contract/ads';
import { bodyBytesOf, type Call, isBudgeted } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { fieldsClosedToKeys } from '@adwarden/contract/people/field-needs';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify';
import type { z } from 'zod';

/** The types of a route's request and answer are those of its zod schemas. */
export interface ContractTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  serializer: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
}

/** The server as feature routes see it: schemas are zod, and handlers get their types from them. */
export type BackOffice = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ContractTypes
>;

/** A route for everybody that the document of the API leaves out. */
export const openRoute = { config: { open: true as const } };

/** The calls that `front` answers, before the framework. */
const beforeFramework: readonly string[] = Object.keys(adsCalls);

/** Makes the start fail when a call of the contract has no route. Call it after the last route is registered. */
export function refuseMissingRoutes(server: BackOffice): void {
  const missing = Object.entries<Call>(calls)
    .filter(([name]) => !beforeFramework.includes(name))
    .filter(([, { method, path }]) => !server.hasRoute({ method, url: path }))
    .map(([name, { method, path }]) => `${name} (${method} ${path})`);
  if (missing.length === 0) return;
  throw new Error(`No route for these calls of the contract: ${missing.join(', ')}`);
}

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
 * Returns the options of a call's route from the contract: method, path, who may call, body limit and schemas. Fastify checks
 * the request by them, and the handler gets its types from them.
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
  const {
    method,
    path,
    who,
    viewers,
    keys,
    needs,
    setsUp,
    asksAgain,
    summary,
    multipart,
    takesFile,
    holds,
    urgent,
    creates,
  }: Call = call;
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
      ...(viewers !== undefined && { viewers }),
      ...(keys !== undefined && { keys, closedToKeys: fieldsClosedToKeys(body) }),
      ...(needs && { needs }),
      ...(setsUp && { setsUp }),
      ...(asksAgain && { asksAgain }),
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
