import { limits } from '@adwarden/contract/limits';
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import type { MayAnswer } from './front/answer-by-hand.ts';
import { answerBrokenRequest } from './front/broken-request.ts';
import type { Endpoint } from './front/endpoint.ts';
import type { ForwardedWarning } from './front/forwarded-warning.ts';
import { createBehindFront, createFront } from './front/front.ts';
import { readOn, readOnField } from './front/rest-of-body.ts';
import type { BodyPace } from './front/slow-bodies.ts';
import {
  type FindActor,
  guardRoutes,
  refuseUndeclaredRoutes,
  type WriteState,
} from './http/actor.ts';
import { callsOfPerson } from './http/calls-of-person.ts';
import { compressAnswers } from './http/compressed.ts';
import { handleError } from './http/error-handler.ts';
import { eventStreams } from './http/event-streams.ts';
import { jsonBodies } from './http/json-body.ts';
import { timeRoutes } from './http/metrics.ts';
import { bodyBytesOf, multipartForms } from './http/multipart.ts';
import { endAnswersWithSessions, type StillOpen } from './http/open-answers.ts';
import { openApi, openApiRoutes } from './http/openapi.ts';
import { actForCallers } from './http/parties.ts';
import { type ReachedOfCalls, sayWhatAdsHave } from './http/reached.ts';
import type { BackOffice } from './http/route.ts';
import { boundLargeBodies } from './http/slots.ts';
import { validatorCompiler } from './http/validation.ts';
import { type WebApp, webApp } from './http/web-app.ts';
import type { CallerAddresses } from './kit/caller-address.ts';
import { newId } from './kit/ids.ts';
import type { Logger } from './kit/logger.ts';

export type ServerParts = WriteState & {
  logger: Logger;
  version: string;
  /** Whether requests come through ads processes: then those read what is left of a body after its answer. */
  isBehindAds?: boolean;
  /** Why no call can be answered, in words; '' while the database is used. */
  away: () => string;
  /** From which address a request comes, and whether through a trusted proxy. */
  addresses: CallerAddresses;
  warnOfForwarded: ForwardedWarning;
  /** Whether plain requests for ads are answered on the socket. */
  withLane?: boolean | undefined;
  /** What answers the ads; undefined where none are. */
  ads?: Endpoint | undefined;
  /** Answer a few paths of their own, such as `/readyz`, before the framework. */
  ownAnswers: MayAnswer[];
  findActor: FindActor;
  stillOpen: StillOpen;
  /** How many processes that answer phones have what a call has written. */
  reachedOfCalls: ReachedOfCalls;
  /** Whether an operator has stopped the ads of this machine. */
  areAdsStopped?: (() => boolean) | undefined;
  metrics: Registry;
  webApp: WebApp;
  /** Where large files of forms are stored while they are read; the system's folder unless given. */
  uploadFolder?: string;
  /** How fast a body must come; `limits.slowBody` unless given. */
  bodyPace?: BodyPace | undefined;
  /** BASE_PATH without a slash at its end: '' at the root. */
  basePath: string;
  /** Registers the routes of every feature. */
  features: (server: BackOffice) => void;
};

/** Fastify's types are those of the compilers that it would load otherwise. */
const compilersFactory = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => serializerCompiler,
} as unknown as NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>;

/** Builds the whole server: the ads endpoint in front, the back office behind it. It does not listen yet. */
export async function buildServer(parts: ServerParts): Promise<BackOffice> {
  const server: BackOffice = fastify({
    loggerInstance: parts.logger as FastifyBaseLogger,
    genReqId: newId,
    logController: new LogController({ disableRequestLogging: true }),
    // For routes outside the contract; every route of the contract has its own limit.
    bodyLimit: limits.bodyBytes.few,
    // The schemas are zod's. Fastify would load compilers for others.
    schemaController: { compilersFactory },
    routerOptions: { maxParamLength: limits.pathParameter },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) =>
      handleError(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: answerBrokenRequest,
    serverFactory: (rest) =>
      parts.isBehindAds
        ? createBehindFront({ own: parts.ownAnswers, rest })
        : createFront({
            ads: parts.ads,
            own: parts.ownAnswers,
            rest,
            basePath: parts.basePath,
            bodyPace: parts.bodyPace,
            withLane: parts.withLane,
          }),
  }).withTypeProvider<ZodTypeProvider>();

  server.decorateRequest('address', {
    getter() {
      return parts.addresses.of(this.raw);
    },
  });
  server.setErrorHandler(handleError);
  server.addHook('onRequest', async (request) => parts.warnOfForwarded(request.raw));
  server.addHook('onResponse', async (request, reply) => {
    const time = Math.round(reply.elapsedTime);
    request.log.info({ req: request, res: reply, ms: time }, 'answered');
  });

  // Fastify would close the connection with a body that is too large, and the refusal would be lost.
  server.addHook('onSend', async (request, reply) => {
    reply.removeHeader('connection');
    if (!request.isSignedIn || request.raw.complete) return;
    if (parts.isBehindAds) reply.header(readOnField, String(bodyBytesOf(request)));
    else readOn(reply.raw, bodyBytesOf(request));
  });
  refuseUndeclaredRoutes(server);
  eventStreams(server);
  await openApi(server, parts.version, parts.basePath);
  await webApp(server, parts.webApp, parts.basePath, parts.addresses.isFromProxy);
  timeRoutes(server, parts.metrics);
  actForCallers(server);
  guardRoutes(server, parts.findActor, parts, callsOfPerson(server));
  endAnswersWithSessions(server, parts.stillOpen);
  sayWhatAdsHave(server, parts.reachedOfCalls, parts.areAdsStopped);
  compressAnswers(server);
  boundLargeBodies(server);
  jsonBodies(server);
  await multipartForms(server, parts.uploadFolder);
  parts.features(server);
  await openApiRoutes(server, parts.basePath);
  return server;
}
