import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer } from '../../kit/answers/answer.ts';
import { addConnections, answering } from '../connections.ts';
import type { Endpoint } from '../endpoint.ts';
import { createPlainHeads, longestHead, type PlainHead } from './plain-head.ts';
import { readInto } from './read-into.ts';
import { createTails } from './tail.ts';

/** A connection on the lane. */
type Line = {
  socket: Socket;
  /** The number of the sweep in which it was last opened or answered. */
  since: number;
  hasAsked: boolean;
  /** Something must come before it may be closed: a late answer, or its turn to be handed on. */
  isBusy: boolean;
  isHandedOn: boolean;
  stop: () => void;
};

const sweepMs = 1_000;
/** The sweeps after which a connection that has sent nothing is handed on: `node:http` ends it by 408. */
const silentSweeps = 5;

/**
 * Puts the lane in front of a server of `node:http` (ADR 103): plain requests for the endpoint are read and answered on the
 * socket. Everything else is handed on to the server, with all bytes that were read, and never comes back. Nothing is refused
 * here. `admit` says when a connection may be handed on: bodies of others may have their turns (ADR 69).
 */
export function openLane(deps: {
  server: Server;
  endpoint: Endpoint | undefined;
  basePath: string;
  admit: (socket: Socket, start: () => void) => void;
}): void {
  const { server, endpoint, admit } = deps;
  const readHead = endpoint
    ? createPlainHeads(endpoint.path, deps.basePath, endpoint.fields)
    : () => null;
  const tailOf = createTails(server.keepAliveTimeout);
  const shared = Buffer.allocUnsafeSlow(longestHead);
  const lines = new Set<Line>();
  let sweeps = 0;
  const idleSweeps = Math.ceil((server.keepAliveTimeout + sweepMs) / sweepMs);
  const [serve] = server.listeners('connection') as [(socket: Socket) => void];
  server.removeListener('connection', serve);
  server.prependListener('connection', open);

  function open(socket: Socket): void {
    const onEnd = () => void socket.end();
    const onClose = () => void lines.delete(line);
    const onError = () => {};
    const line: Line = {
      socket,
      since: sweeps,
      hasAsked: false,
      isBusy: false,
      isHandedOn: false,
      stop() {
        socket.off('end', onEnd).off('close', onClose).off('error', onError);
      },
    };
    lines.add(line);
    socket.on('end', onEnd).on('close', onClose).on('error', onError);
    const isInto = readInto(socket, shared, (length, bytes) =>
      line.isHandedOn
        ? socket.push(Buffer.from(bytes.subarray(0, length)))
        : onBytes(line, bytes, length),
    );
    if (isInto) return;
    const onData = (bytes: Buffer) => {
      if (!onBytes(line, bytes, bytes.length) && !line.isHandedOn) socket.pause();
    };
    const { stop } = line;
    line.stop = () => {
      stop();
      socket.off('data', onData);
      // `node:http` begins with what was read already.
      (socket as { readableFlowing: boolean | null }).readableFlowing = null;
    };
    socket.on('data', onData);
  }

  /** Answers a request; returns whether to read on. */
  function onBytes(line: Line, bytes: Buffer, length: number): boolean {
    let isSending = false;
    try {
      const head = endpoint ? readHead(bytes, length) : null;
      if (!endpoint || head === null) return handOnInTurn(line, copyOf(bytes, 0, length));
      const rest = head.length < length ? copyOf(bytes, head.length, length) : nothing;
      const { socket } = line;
      const answer = endpoint.answer({ ...head, socket });
      line.hasAsked = true;
      line.since = sweeps;
      if (answer instanceof Promise) {
        void sendLate(line, head, answer, rest);
        return false;
      }
      isSending = true;
      return send(line, head, answer, rest);
    } catch (error) {
      fail(line, error, isSending);
      return false;
    }
  }

  async function sendLate(line: Line, head: PlainHead, late: Promise<Answer>, rest: Buffer) {
    const { socket } = line;
    let isSending = false;
    line.isBusy = true;
    answering.add(socket);
    try {
      const answer = await late;
      if (socket.destroyed) return;
      line.since = sweeps;
      line.isBusy = false;
      isSending = true;
      if (send(line, head, answer, rest) && !line.isHandedOn) readOn(socket);
    } catch (error) {
      fail(line, error, isSending);
    } finally {
      answering.delete(socket);
    }
  }

  /** Sends an answer, and hands on what was read behind its request; returns whether to read on. */
  function send(line: Line, head: PlainHead, answer: Answer, rest: Buffer): boolean {
    const { socket } = line;
    const isLast = head.isLast || !server.listening;
    const isTaken = write(socket, head.method, answer, isLast);
    if (isLast) {
      socket.destroySoon();
      return false;
    }
    if (rest.length > 0) return handOnInTurn(line, rest);
    // A client that does not read is not read either.
    if (!isTaken) socket.once('drain', () => !line.isHandedOn && readOn(socket));
    return isTaken;
  }

  function write(socket: Socket, method: string, answer: Answer, isLast: boolean): boolean {
    const body = method === 'HEAD' ? '' : answer.body;
    return socket.write(`${answer.head.textOf(answer)}${tailOf(isLast)}${body}`, 'latin1');
  }

  /** Handles a fault in here: it ends the connection, and nothing else. */
  function fail({ socket }: Line, error: unknown, isSending: boolean): void {
    const answer = endpoint?.fault(error);
    if (isSending || !answer || socket.destroyed) {
      socket.destroy();
      return;
    }
    write(socket, 'GET', answer, true);
    socket.destroySoon();
  }

  /** Hands on, at once while nobody waits; returns whether to read on. */
  function handOnInTurn(line: Line, bytes: Buffer): boolean {
    line.isBusy = true;
    admit(line.socket, () => handOn(line, bytes));
    return line.isHandedOn;
  }

  function handOn(line: Line, bytes: Buffer): void {
    const { socket } = line;
    lines.delete(line);
    line.isHandedOn = true;
    if (socket.destroyed) return;
    line.stop();
    if (bytes.length > 0) socket.unshift(bytes);
    serve.call(server, socket);
  }

  function sweep(): void {
    sweeps += 1;
    for (const line of lines) {
      if (line.isBusy) continue;
      const age = sweeps - line.since;
      if (!line.hasAsked && age >= silentSweeps) handOnInTurn(line, nothing);
      else if (age >= idleSweeps) line.socket.destroy();
    }
  }

  const timer = setInterval(sweep, sweepMs).unref();
  server.once('close', () => clearInterval(timer));
  const isIdle = ({ isBusy, socket }: Line) => !isBusy && socket.writableLength === 0;
  addConnections(server, {
    all: () => [...lines].sort((one, other) => one.since - other.since),
    idle: () => [...lines].filter(isIdle),
  });
}

const nothing = Buffer.alloc(0);
const copyOf = (bytes: Buffer, from: number, to: number) => Buffer.from(bytes.subarray(from, to));

/** Begins to read again. `resume` would set the stream flowing, and `node:http` would miss what is handed on to it. */
function readOn(socket: Socket): void {
  if (socket.destroyed) return;
  if (socket.readableFlowing === false) socket.resume();
  else socket.read(0);
}
