import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refuseByHand } from './refuse-by-hand.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Most requests that wait for their turn. */
const mostWaiting = 4000;
/** Most requests of one connection that wait for the answer before theirs. */
const mostBehind = 64;
/** Longest that a connection may make no progress, in milliseconds: its answer is not read. */
const stalledAfter = 60_000;

/**
 * Gives one request a turn of the event loop, and lets the others wait in line. Between two turns the ads are
 * answered, so a thousand requests that come together delay an ads answer by one of them (ADR 18). A request
 * that is pipelined waits until the answer before its own has left; so a connection has one answer under way.
 */
export function oneEachTurn(answer: Answer): Answer {
  const waiting: [IncomingMessage, ServerResponse][] = [];
  const behind = new WeakMap<Socket, number>();
  let isTaken = false;

  function start(request: IncomingMessage, response: ServerResponse): void {
    request.socket.setTimeout(stalledAfter);
    answer(request, response);
  }

  function next(): void {
    for (let first = waiting.shift(); first; first = waiting.shift()) {
      if (first[0].socket.destroyed) continue;
      setImmediate(next);
      start(...first);
      return;
    }
    isTaken = false;
  }

  function takeTurn(request: IncomingMessage, response: ServerResponse): void {
    if (isTaken) {
      if (waiting.length < mostWaiting) waiting.push([request, response]);
      else
        refuseByHand(response, 503, 'Too many requests at once, please try again', [
          'Retry-After',
          '1',
        ]);
      return;
    }
    isTaken = true;
    setImmediate(next);
    start(request, response);
  }

  function waitForSocket(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // The rest of what a connection sent in one piece is still parsed after it was cut off.
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
    // Node gives an answer its socket when the one before it has left.
    if (response.socket === null) waitForSocket(request, response);
    else takeTurn(request, response);
  };
}
