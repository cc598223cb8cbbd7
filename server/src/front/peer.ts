import type { IncomingHttpHeaders } from 'node:http';
import { type MayAnswer, refuseByHand } from './answer-by-hand.ts';

/** The field in which an ads process tells the office the address of its client. A client's own value in it is dropped. */
export const peerField = 'adwarden-peer';

/** Returns the client's address of a request that an ads process has passed on. */
export const passedPeer = ({ headers }: { headers: IncomingHttpHeaders }): string =>
  String(headers[peerField] ?? '');

/** Refuses requests that do not name their client: no ads process sends them. */
export const refuseWithoutPeer: MayAnswer = (request, response) => {
  if (request.headers[peerField] !== undefined) return false;
  refuseByHand(response, 400, 'The client of this request is unknown', ['Connection', 'close']);
  return true;
};
