import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type MayAnswer, refuseByHand } from './answer-by-hand.ts';
import { withoutBase } from './base-path.ts';
import { answerAt, type Endpoint } from './endpoint.ts';
import { openLane } from './lane/lane.ts';
import { boundReads } from './reads.ts';
import { faultOfMethod, formOf, plainTarget, withBody } from './request-form.ts';
import { boundRest } from './rest-of-body.ts';
import { type BodyPace, endSlowBodies } from './slow-bodies.ts';
import { oneEachTurn } from './turns.ts';

type AnswerRest = (request: IncomingMessage, response: ServerResponse) => void;

const options = {
  // `endSlowBodies` ends slow bodies, and `boundRest` the rest of a body after its answer.
  requestTimeout: 0,
  headersTimeout: 20_000,
  keepAliveTimeout: 72_000,
  // We check the Host header ourselves (request-form.ts), so that the refusal has a body.
  requireHostHeader: false,
};

export type FrontDeps = {
  /** The ads; undefined where none are answered. */
  ads?: Endpoint | undefined;
  /** Handlers that answer a few paths of their own, such as `/readyz`. */
  own: MayAnswer[];
  /** Answers everything else. */
  rest: AnswerRest;
  /** BASE_PATH without a slash at its end; by default '', the root. */
  basePath?: string;
  /** Plain requests for ads are answered on the socket. */
  withLane?: boolean | undefined;
  /** The least speed of a body; by default `limits.slowBody`. */
  bodyPace?: BodyPace | undefined;
};

/** Builds the HTTP server in front of everything; with the lane, plain requests for ads are answered before it (ADR 103). */
export function createFront(deps: FrontDeps): Server {
  const { server, admit, holdNewConnections } = overHttp(deps);
  const { ads, basePath = '' } = deps;
  if (deps.withLane) openLane({ server, endpoint: ads, basePath, admit });
  else holdNewConnections();
  return server;
}

/**
 * Answers ads at once. All other requests wait for a turn, and so do pipelined requests for ads, whose answers have no socket
 * yet (ADR 18). It removes BASE_PATH, so no later code knows of it (ADR 88). `admit` says when a connection that was not read
 * yet may begin.
 */
export function overHttp({ ads, own, rest, basePath = '', bodyPace }: FrontDeps) {
  const inTurn = oneEachTurn((request, response) => {
    const target = request.url ?? '';
    const plain = plainTarget(target);
    // BASE_PATH may have been written in another way, and then it is still there.
    if (plain !== target) request.url = withoutBase(plain, basePath);
    if (ads && answerAt(ads, request, response)) return;
    if (own.some((mayAnswer) => mayAnswer(request, response))) return;
    const fault = faultOfMethod(request);
    if (fault) refuseByHand(response, fault.status, fault.message, fault.headers);
    else rest(request, response);
  });
  const server = createServer(options, (request, response) => {
    const form = formOf(request);
    if (form === withBody) {
      boundRead(request);
      boundRest(request, response);
    } else if (form)
      return refuseByHand(response, form.status, form.message, ['Connection', 'close']);
    if (basePath !== '') request.url = withoutBase(request.url ?? '', basePath);
    if (ads && response.socket !== null && answerAt(ads, request, response)) return;
    if (form === withBody) watchBody(request, response);
    inTurn(request, response);
  });
  const watchBody = endSlowBodies(server, bodyPace);
  const { boundRead, admit, holdNewConnections } = boundReads(server);
  server.on('checkExpectation', (_request, response) =>
    refuseByHand(response, 417, 'Only Expect: 100-continue is understood'),
  );
  return { server, admit, holdNewConnections };
}

/**
 * Builds the HTTP server of an office behind its local socket. The ads process that passes a request on has judged its form, its
 * body and its address, and given it a turn (ADR 61). Only the office knows persons: it gives them turns before each statement
 * (ADR 65).
 */
export function createBehindFront({ own, rest }: Pick<FrontDeps, 'own' | 'rest'>): Server {
  return createServer(options, (request, response) => {
    if (!own.some((mayAnswer) => mayAnswer(request, response))) rest(request, response);
  });
}
