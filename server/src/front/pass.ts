import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createOutage } from '../kit/faults/outage.ts';
import type { Logger } from '../kit/logger.ts';
import { refuseByHand } from './answer-by-hand.ts';
import type { ForwardedWarning } from './forwarded-warning.ts';
import { ownTurn } from './loop-turns.ts';
import { officeAgent } from './office-agent.ts';
import { peerField } from './peer.ts';
import { hasBody } from './request-form.ts';
import { readOn, readOnField } from './rest-of-body.ts';

/** Headers that belong to one connection (RFC 9110, 7.6.1), in lower case. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  readOnField,
]);
/** Fields that the hop writes itself, or has handled: `Expect` was answered when the body was asked for. */
const ofHop = new Set(['content-length', 'expect', peerField]);
/** Methods whose requests without a body have no length. For others Node's client would announce chunks. */
const withoutLength = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);
/** Endless answers: streams of events, and of edges. */
const endless = /^(text\/event-stream|application\/x-ndjson)/;

/** The silence after which an office does not answer any more. Event streams end after 50 s. */
const silenceMs = 150_000;
/** While the office is known to be silent, a request waits so long for it, and checks it in such steps. */
const holdMs = 1_500;
const holdStepMs = 100;
/** The bytes of a body that pass without a pause. Each later slice waits a little, so that ads come first. */
const freeBytes = 1024 * 1024;
const brakeMs = 1;

/** The most times that a read is sent while the office closes the connections of the agent. */
const mostTries = 3;
const away = 'The back office is not reachable at the moment, please try again';

/** Passes requests on to the office, and its answers back. */
export type Pass = {
  pass(request: IncomingMessage, response: ServerResponse): void;
  /** Ends the streams of events and of edges, which are endless. Call it when the server stops. */
  endEvents(): void;
  /** Returns how many requests got a 503 because the office was away. */
  refused(): number;
  stop(): void;
};

/** Builds the pass. `socketPath` is the socket of this machine's office. */
export function createPass(deps: {
  socketPath: string;
  /** Tells whether the office is known to be silent. A request that it already has may still take its time. */
  isSilent: () => boolean;
  warnOfForwarded: ForwardedWarning;
  logger: Logger;
}): Pass {
  const { socketPath, isSilent, warnOfForwarded, logger } = deps;
  // The number of connections has no limit: one person could use up a limit, and everybody else would wait.
  const agent = officeAgent();
  const events = new Set<ServerResponse>();
  const outage = createOutage(logger, {
    failing: 'the office does not answer',
    again: 'the office answers again',
  });

  let refused = 0;
  function refuse(response: ServerResponse, error: Error): void {
    outage.fails(error);
    // An answer that has begun cannot be taken back: the client must notice that it is not whole.
    if (response.headersSent) return void response.destroy();
    refused += 1;
    refuseByHand(response, 503, away, ['Retry-After', '2', 'Connection', 'close']);
  }

  function send(request: IncomingMessage, response: ServerResponse, tries = 1): void {
    const { method, url } = request;
    const office = sendRequest({
      agent,
      socketPath,
      method,
      path: url,
      headers: headersFor(request),
      timeout: silenceMs,
    });
    office.on('timeout', () => {
      const error = new Error('no answer in time');
      // This comes first, because otherwise Node drops the rest of an answer and ends it as if it were whole.
      refuse(response, error);
      office.destroy(error);
    });
    office.on('response', (answer) => {
      outage.works();
      const { statusCode = 502, statusMessage, rawHeaders } = answer;
      const { [readOnField]: bytes } = answer.headers;
      if (bytes !== undefined) readOn(response, Number(bytes));
      response.writeHead(statusCode, statusMessage, ownHeaders(rawHeaders));
      response.flushHeaders();
      if (endless.test(String(answer.headers['content-type']))) {
        events.add(response);
        response.once('close', () => events.delete(response));
      }
      // The office has ended the answer, or has died: the client must notice that it is not whole.
      answer.on('error', () => response.destroy());
      answer.pipe(inSlices()).pipe(response);
    });
    office.on('error', (error: NodeJS.ErrnoException) => {
      if (response.closed || response.writableEnded) return;
      // The office may have closed a connection of the agent in the same moment.
      const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      const isRead = (method === 'GET' || method === 'HEAD') && !hasBody(request);
      // Only a read is sent again: the office may have carried out another request before it died.
      const isLate = isClosed && office.reusedSocket;
      if (isLate && isRead && tries < mostTries) send(request, response, tries + 1);
      else refuse(response, error);
    });
    response.once('close', () => {
      if (response.writableFinished && office.writableFinished) return;
      // The client has gone, or the office does not have the whole body: nobody else may get this connection.
      office.destroy();
      request.unpipe();
    });
    if (!hasBody(request)) return void office.end();
    // The office may refuse before the body comes.
    office.flushHeaders();
    const body = request.pipe(inSlices());
    body.pipe(office, { end: false });
    body.once('end', () => {
      // Once an answer is sent, Node drops the rest of a body, and then ends it as if it were whole.
      if (response.writableFinished) office.destroy();
      else office.end();
    });
  }

  /** Waits until the office is heard again. The office gets nothing meanwhile: it could carry out a request that was refused. */
  async function hold(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (let heldMs = 0; isSilent() && heldMs < holdMs; heldMs += holdStepMs)
      await pause(holdStepMs);
    if (response.closed) return;
    if (isSilent()) refuse(response, new Error('the office is silent'));
    else send(request, response);
  }

  return {
    pass(request, response) {
      warnOfForwarded(request);
      if (isSilent()) void hold(request, response);
      else send(request, response);
    },
    endEvents() {
      for (const response of events) response.end();
    },
    refused: () => refused,
    stop: () => agent.destroy(),
  };
}

/** Returns a flat list of headers without those of one connection. */
function ownHeaders(raw: string[]): string[] {
  const own: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] as string;
    if (!ofConnection.has(name.toLowerCase())) own.push(name, raw[index + 1] as string);
  }
  return own;
}

/**
 * Returns the headers of a request for the office, with the address of its peer. The office shares a connection between callers,
 * so the hop itself says where the body ends, for every method. Node's client would send the body of a GET or DELETE without
 * saying it, and the office would read that body as the next request.
 */
function headersFor(request: IncomingMessage): string[] {
  const { rawHeaders, headers, method = '', socket } = request;
  const named = namedByConnection(headers.connection);
  const own: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const key = name.toLowerCase();
    if (ofConnection.has(key) || ofHop.has(key) || named?.has(key)) continue;
    own.push(name, rawHeaders[index + 1] as string);
  }
  own.push(peerField, socket.remoteAddress ?? '');
  // HTTP/1.0 needs no Host; the hop speaks HTTP/1.1, which does.
  if (headers.host === undefined) own.push('Host', '');
  if (hasBody(request)) {
    const length = headers['content-length'];
    if (length === undefined) own.push('Transfer-Encoding', 'chunked');
    else own.push('Content-Length', String(Number(length)));
  } else if (!withoutLength.has(method)) own.push('Content-Length', '0');
  return own;
}

/**
 * Returns the fields that `Connection` names: they belong to one connection, too (RFC 9110, 7.6.1). Every request needs its
 * Host.
 */
function namedByConnection(connection: string | undefined): Set<string> | null {
  if (connection === undefined || /^(close|keep-alive)$/i.test(connection)) return null;
  const named = new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
  named.delete('host');
  return named;
}

/** Lets a body through, each slice in a turn of its own; a large body with a pause before each further slice. */
function inSlices(): Transform {
  let passed = 0;
  return new Transform({
    // Read the next slice only when this one is sent. Otherwise each body has two or three slices read in one turn.
    writableHighWaterMark: 1,
    async transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      await ownTurn();
      if (passed > freeBytes) await pause(brakeMs);
      done(null, chunk);
    },
  });
}
