import { limits } from '@adwarden/contract/limits';
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
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
  type MustBeConfirmed,
  refuseKeysInAddresses,
  refuseUndeclaredRoutes,
  type WriteState,
} from './http/actor.ts';
import { callsOfPerson } from './http/calls-of-person.ts';
import { compressAnswers } from './http/compressed.ts';
import { handleError } from './http/error-handler.ts';
import { eventStreams } from './http/event-streams.ts';
import { jsonBodies } from './http/json-body.ts';
import { logCalls } from './http/logged-calls.ts';
import { timeRoutes } from './http/metrics.ts';
import { bodyBytesOf, multipartForms } from './http/multipart.ts';
import { endAnswersWithSessions, type StillOpen } from './http/open-answers.ts';
import { openApiRoutes } from './http/openapi.ts';
import { actForCallers } from './http/parties.ts';
import { type ReachedOfCalls, sayWhatAdsHave } from './http/reached.ts';
import { type BackOffice, type ContractTypes, refuseMissingRoutes } from './http/route.ts';
import { boundLargeBodies } from './http/slots.ts';
import { serializerCompiler, validatorCompiler } from './http/validation.ts';
import { type WebApp, webApp } from './http/web-app.ts';
import type { CallerAddresses } from './kit/caller-address.ts';
import { newId } from './kit/ids.ts';
import type { Logger } from './kit/logger.ts';

export type ServerDeps = WriteState & {
  logger: Logger;
  version: string;
  /** Requests come through ads processes: then those read the rest of a body after its answer. */
  isBehindAds?: boolean;
  /** Returns why no call can be answered, in words; '' while the database is used. */
  away: () => string;
  /** Tells from which address a request comes, and whether through a trusted proxy. */
  addresses: CallerAddresses;
  warnOfForwarded: ForwardedWarning;
  /** Plain requests for ads are answered on the socket. */
  withLane?: boolean | undefined;
  /** The endpoint of the ads; undefined where none are answered. */
  ads?: Endpoint | undefined;
  /** Handlers that answer a few paths of their own, such as `/readyz`, before the framework. */
  ownAnswers: MayAnswer[];
  findActor: FindActor;
  stillOpen: StillOpen;
  mustBeConfirmed: MustBeConfirmed;
  /** For each call: how many processes that answer phones have its writes. */
  reachedOfCalls: ReachedOfCalls;
  /** Tells whether an operator has stopped the ads of this machine. */
  areAdsStopped?: (() => boolean) | undefined;
  metrics: Registry;
  webApp: WebApp;
  /** The folder of large files of forms while they are read; by default the system's. */
  uploadFolder?: string;
  /** The least speed of a body; by default `limits.slowBody`. */
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
export async function buildServer(deps: ServerDeps): Promise<BackOffice> {
  const server: BackOffice = fastify({
    loggerInstance: deps.logger as FastifyBaseLogger,
    genReqId: newId,
    logController: new LogController({ disableRequestLogging: true }),
    // This limit is for routes outside the contract; every route of the contract has its own.
    bodyLimit: limits.bodyBytes.few,
    // The schemas are zod's. Fastify would load compilers for others.
    schemaController: { compilersFactory },
    routerOptions: { maxParamLength: limits.pathParameter },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) =>
      handleError(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: answerBrokenRequest,
    serverFactory: (rest) =>
      deps.isBehindAds
        ? createBehindFront({ own: deps.ownAnswers, rest })
        : createFront({
            ads: deps.ads,
            own: deps.ownAnswers,
            rest,
            basePath: deps.basePath,
            bodyPace: deps.bodyPace,
            withLane: deps.withLane,
          }),
  }).withTypeProvider<ContractTypes>();

  server.decorateRequest('address', {
    getter() {
      return deps.addresses.of(this.raw);
    },
  });
  server.decorateRequest('isBehindStranger', {
    getter() {
      return deps.addresses.isBehindStranger(this.raw);
    },
  });
  server.setErrorHandler(handleError);
  server.addHook('onRequest', async (request) => deps.warnOfForwarded(request.raw));
  logCalls(server);
  refuseKeysInAddresses(server);

  // Fastify would close the connection with a body that is too large, and the refusal would be lost.
  server.addHook('onSend', async (request, reply) => {
    reply.removeHeader('connection');
    if (!request.isSignedIn || request.raw.complete) return;
    if (deps.isBehindAds) reply.header(readOnField, String(bodyBytesOf(request)));
    else readOn(reply.raw, bodyBytesOf(request));
  });
  refuseUndeclaredRoutes(server);
  eventStreams(server);
  await webApp(server, deps.webApp, deps.basePath, deps.addresses.isFromProxy);
  timeRoutes(server, deps.metrics);
  actForCallers(server);
  guardRoutes(server, deps.findActor, deps, callsOfPerson(server));
  endAnswersWithSessions(server, deps.stillOpen);
  sayWhatAdsHave(server, deps.reachedOfCalls, deps.areAdsStopped);
  compressAnswers(server);
  boundLargeBodies(server);
  jsonBodies(server);
  await multipartForms(server, deps.uploadFolder);
  deps.features(server);
  refuseMissingRoutes(server);
  openApiRoutes(server, deps.version, deps.basePath);
  return server;
}
