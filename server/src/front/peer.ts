import { type MayAnswer, refuseByHand } from './answer-by-hand.ts';

/** In this field an ads process tells the office the address of its client. What a client writes into it is dropped. */
export const peerField = 'adwarden-peer';
const forwardedFor = 'x-forwarded-for';

/**
 * Reads who the client of a passed request is, before anything else looks at it: from here on, the peer is the last
 * address of X-Forwarded-For, as if a proxy had added it. Refuses requests without the field: no ads process sends them.
 */
export const readPeer: MayAnswer = (request, response) => {
  const { [peerField]: peer, [forwardedFor]: before } = request.headers;
  if (peer === undefined) {
    refuseByHand(response, 400, 'The client of this request is unknown', ['Connection', 'close']);
    return true;
  }
  delete request.headers[peerField];
  request.headers[forwardedFor] = before === undefined ? peer : `${before}, ${peer}`;
  return false;
};
