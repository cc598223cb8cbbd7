import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AddressTurns } from './address-turns.ts';
import { refuseByHand } from './answer-by-hand.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The maximum number of requests that wait for their turn. */
const mostWaiting = 4000;
/** The maximum number of pipelined requests of one connection that wait for an earlier answer. */
const mostBehind = 64;
/** Milliseconds after which a connection whose client reads nothing is destroyed. */
const stalledAfter = 60_000;

/**
 * Handles one request per turn of the event loop; the others wait in a queue, address by address. Ads are answered between two turns,
 * so a thousand simultaneous requests delay an ads answer by only one of them (ADR 18). A pipelined request waits
 * until the previous answer is sent, so a connection has only one answer in progress.
 */
export function oneEachTurn(answer: Answer): Answer {
  const turns = new AddressTurns();
  const behind = new WeakMap<Socket, number>();

  function start(request: IncomingMessage, response: ServerResponse): void {
    request.socket.setTimeout(stalledAfter);
    answer(request, response);
  }

  function takeTurn(request: IncomingMessage, response: ServerResponse): void {
    if (turns.size < mostWaiting) {
      turns.take(request.socket, () => start(request, response));
    } else {
      const again = ['Retry-After', '1'];
      refuseByHand(response, 503, 'Too many requests at once, please try again', again);
    }
  }

  function waitForSocket(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // Node still parses pipelined requests that it had received before the socket was destroyed.
    if (socket.destroyed) return;
    const count = (behind.get(socket) ?? 0) + 1;
    behind.set(socket, count);
    if (count > mostBehind) {
      socket.destroy();
      return;
    }
    response.once('socket', () => {
      behind.set(socket, (behind.get(socket) ?? 1) - 1);
      takeTurn(request, response);
    });
  }

  return (request, response) => {
    // Node assigns the socket to a pipelined answer only after the previous answer was sent.
    if (response.socket === null) waitForSocket(request, response);
    else takeTurn(request, response);
  };
}
