import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { AddressTurns } from './address-turns.ts';
import { httpConnectionsOf } from './connections.ts';

/** The time for reading the bodies of all requests in one turn of the event loop. */
const budgetMs = 2;
/** The longest time without bodies after a turn with too many: the machine may have slept within that turn. */
const mostQuietMs = 100;

/**
 * Bounds how long bodies are read in one turn of the event loop (ADR 69). A read has up to 64 kB, and Node's parser makes a call
 * for each chunk in it: 10 ms when each has one byte. It cannot stop in between, so a read of each of a thousand connections
 * would block the ads for seconds. When the time is over, nothing more is read in this turn. In the next turns, for as long as
 * the bodies took, all connections between two requests are read, such as those of phones that have asked before, and new
 * connections are accepted, one in each turn. Then comes one of the others, new ones included, address by address. Call
 * `boundRead` with the head of each request that has a body, and `admit` before the first bytes of a connection are given to
 * Node's parser. Where nobody calls `admit`, `holdNewConnections` lets new connections wait.
 */
export function boundReads(server: Server): {
  boundRead: (request: IncomingMessage) => void;
  admit: (socket: Socket, start: () => void) => void;
  holdNewConnections: () => void;
} {
  const turns = new AddressTurns(whenOthersHadTime);
  let since = 0;
  let isHeld = false;
  let held: Socket[] = [];
  /** No bodies are read until then, because they took more than their time. */
  let quietUntil = 0;

  function whenOthersHadTime(next: () => void): void {
    setImmediate(() => {
      // It is not known yet how long the bodies of this turn took.
      if (isHeld) return whenOthersHadTime(next);
      const left = quietUntil - performance.now();
      if (left > 0) setTimeout(next, left);
      else next();
    });
  }

  function begin(): void {
    since = performance.now();
    setImmediate(() => {
      const now = performance.now();
      if (isHeld) quietUntil = now + Math.min(now - since, mostQuietMs);
      since = 0;
      isHeld = false;
      release();
    });
  }

  /**
   * Pauses all connections but this one. The event loop looks at each connection once more before it reads from it, so this ends
   * the reads of its turn.
   */
  function holdAllBut(reader: Socket): void {
    isHeld = true;
    const connections = httpConnectionsOf(server);
    const idle = new Set(connections.idle());
    for (const connection of connections.all()) {
      const { socket } = connection;
      if (socket === reader || !socket.readableFlowing) continue;
      socket.pause();
      if (idle.has(connection) && socket.bytesRead > 0) held.push(socket);
      else inTurn(socket, () => socket.resume());
    }
  }

  function release(): void {
    for (const socket of held) socket.resume();
    held = [];
  }

  function inTurn(socket: Socket, start: () => void): void {
    // It must not run within this turn, in which everything may be held.
    setImmediate(() =>
      turns.take(socket, () => {
        release();
        start();
      }),
    );
  }

  // While others wait for their turn, so does a new connection: otherwise a crowd that connects again and again would be read
  // first.
  function admit(socket: Socket, start: () => void): void {
    if (turns.size === 0 && !isHeld) start();
    else inTurn(socket, start);
  }

  function holdNewConnections(): void {
    server.on('connection', (socket) => {
      if (turns.size === 0 && !isHeld) return;
      // Node begins to read after this event.
      setImmediate(() => {
        if (socket.destroyed || !socket.readableFlowing) return;
        stopReading(socket);
        inTurn(socket, () => socket.resume());
      });
    });
  }

  function boundRead(request: IncomingMessage): void {
    const { socket } = request;
    const push = request.push.bind(request);
    const readNow = request._read.bind(request);
    let chunks: Buffer[] = [];
    const pushAll = () => {
      if (chunks.length === 0) return;
      stopReading(socket);
      push(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
      chunks = [];
    };
    // The chunks of a read go on together: handling a piece takes as long for one byte as for many.
    request.push = (chunk: Buffer | null) => {
      if (chunk === null) {
        pushAll();
        return push(null);
      }
      if (since === 0) begin();
      else if (!isHeld && performance.now() - since > budgetMs) holdAllBut(socket);
      if (chunks.push(chunk) === 1) setImmediate(pushAll);
      // Nothing more is read before these chunks have gone on.
      return false;
    };
    // Node drops a body after its answer unless somebody has begun to read it.
    request.read(0);
    request._read = (size) => inTurn(socket, () => readNow(size));
  }

  return { boundRead, admit, holdNewConnections };
}

/** Node stops reading on this event. `pause` does not send it when it was called before a `resume` took effect. */
function stopReading(socket: Socket): void {
  socket.pause();
  socket.emit('pause');
}
