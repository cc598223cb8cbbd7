import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Edge,
  streamHeaders,
  streamPaths,
  streamVersion,
} from '../ads/following/ads.stream.ts';
import { type MayAnswer, refuseByHand } from '../front/answer-by-hand.ts';
import { cameFrom, isDirectLoopback } from '../front/direct-loopback.ts';
import { passedPeer } from '../front/peer.ts';
import { createNetworks } from '../kit/address.ts';
import { constantTimeEqual } from '../kit/constant-time.ts';
import type { Logger } from '../kit/logger.ts';

/* Edges ask the office for the same stream as the processes of its machine, but through the public port (ADR 49). */

/** Answers a call of an edge; false when the stream has no such call. */
type AnswerEdge = (request: IncomingMessage, response: ServerResponse, edge: Edge) => boolean;

const logEveryMs = 60_000;

/**
 * Answers the calls of edges: with one of these keys, and over HTTPS unless they come from this machine or an own network.
 * `isBehindAds`: ads processes pass the requests on.
 */
export function createEdgeAnswers(deps: {
  keys: readonly string[];
  /** Networks in which HTTP is enough (EDGE_NETWORKS). */
  networks: string[];
  trustProxy: string[];
  isBehindAds: boolean;
  answer: AnswerEdge;
  logger: Logger;
}): MayAnswer {
  const { keys, networks, trustProxy, isBehindAds, answer, logger } = deps;
  const isProxy = createNetworks(trustProxy);
  const isOwn = createNetworks(networks);
  let loggedAt = Number.NEGATIVE_INFINITY;

  /** Tells whether nobody on the way can read the answer. */
  function isSafe(request: IncomingMessage, from = cameFromOf(request)): boolean {
    if (isDirectLoopback(request, from)) return true;
    if (!from.isForwarded && isOwn(from.peer)) return true;
    const scheme = String(request.headers['x-forwarded-proto'] ?? '')
      .split(',')
      .pop();
    return isProxy(from.peer) && scheme?.trim() === 'https';
  }
  const cameFromOf = (request: IncomingMessage) =>
    cameFrom(request, isBehindAds ? passedPeer(request) : undefined);

  function isKnown(request: IncomingMessage): boolean {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    // All keys are compared: the time must not show which one it is.
    return keys.filter((key) => constantTimeEqual(key, given)).length > 0;
  }

  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (path !== streamPaths.follow && !path.startsWith(`${streamPaths.follow}/`)) return false;
    const refuse = (status: number, message: string): true => {
      if (performance.now() - loggedAt > logEveryMs) {
        loggedAt = performance.now();
        logger.info({ address: cameFromOf(request).peer, reason: message }, 'refused an edge');
      }
      refuseByHand(response, status, message);
      return true;
    };
    if (keys.length === 0) return refuse(404, 'This office takes no edges: EDGE_KEYS is not set');
    if (!isSafe(request)) {
      return refuse(
        403,
        'Edges must come over HTTPS, through a proxy that TRUST_PROXY names and that sends X-Forwarded-Proto',
      );
    }
    if (!isKnown(request)) return refuse(401, 'This is no key of an edge');
    const version = request.headers[streamHeaders.version];
    if (version !== streamVersion) {
      return refuse(
        409,
        `This office speaks version ${streamVersion} of the stream, the edge version ${version ?? 'unknown'}`,
      );
    }
    const edge = edgeOf(request);
    if (!edge) return refuse(400, 'An edge must say its name, its process and its version');
    if (!answer(request, response, edge)) refuse(404, 'The stream has no such call');
    return true;
  };
}

/**
 * Reads the name and process of the edge; null when the request does not say them, or not in words that may be shown to people.
 */
function edgeOf({ headers }: IncomingMessage): Edge | null {
  const text = (name: string) => String(headers[name] ?? '');
  const name = text(streamHeaders.edge);
  const number = text(streamHeaders.edgeProcess);
  const version = text(streamHeaders.edgeVersion);
  const isGood =
    /^[\w.-]{1,64}$/.test(name) && /^\d{1,2}$/.test(number) && /^[\w.+-]{1,64}$/.test(version);
  return isGood ? { name, process: Number(number), version } : null;
}
