import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type MayAnswer, refuseByHand } from './answer-by-hand.ts';
import { formOf, hasNeedlessBody, plainTarget, withBody } from './request-form.ts';
import { boundRest } from './rest-of-body.ts';
import { type BodyPace, endSlowBodies } from './slow-bodies.ts';
import { oneEachTurn } from './turns.ts';

type AnswerRest = (request: IncomingMessage, response: ServerResponse) => void;

const options = {
  // `endSlowBodies` ends slow bodies, and `boundRest` those behind an answer.
  requestTimeout: 0,
  headersTimeout: 20_000,
  keepAliveTimeout: 72_000,
  // We check the Host header ourselves (request-form.ts), so that the refusal has a body.
  requireHostHeader: false,
};

/**
 * Reads the peer's address of a new socket. Node then stores it on the socket. At later, different times this
 * would give sockets several memory layouts, and V8 reads their properties more slowly (ADR 14).
 */
function learnPeer(socket: Socket): void {
  socket.remoteAddress;
}

export type FrontParts = {
  /** Answers the ads endpoint. */
  ads: MayAnswer;
  /** Answer a few paths of their own, such as `/readyz`. */
  own: MayAnswer[];
  /** Answers everything else. */
  rest: AnswerRest;
  /** How fast a body must come; `limits.slowBody` unless given. */
  bodyPace?: BodyPace | undefined;
};

/**
 * The HTTP server in front of everything. It answers ads at once. All other requests wait for a turn, and so do
 * pipelined requests for ads, whose answers have no socket yet (ADR 18).
 */
export function createFront({ ads, own, rest, bodyPace }: FrontParts): Server {
  const inTurn = oneEachTurn((request, response) => {
    request.url = plainTarget(request.url ?? '');
    if (ads(request, response)) return;
    if (own.some((mayAnswer) => mayAnswer(request, response))) return;
    if (!hasNeedlessBody(request)) rest(request, response);
    else refuseByHand(response, 400, `A ${request.method} request must have no body`);
  });
  const server = createServer(options, (request, response) => {
    const form = formOf(request);
    if (form === withBody) boundRest(request, response);
    else if (form)
      return refuseByHand(response, form.status, form.message, ['Connection', 'close']);
    if (response.socket !== null && ads(request, response)) return;
    if (form === withBody) watchBody(request, response);
    inTurn(request, response);
  });
  const watchBody = endSlowBodies(server, bodyPace);
  return server
    .on('connection', learnPeer)
    .on('checkExpectation', (_request, response) =>
      refuseByHand(response, 417, 'Only Expect: 100-continue is understood'),
    );
}
