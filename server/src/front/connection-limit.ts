import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../kit/address.ts';
import type { Logger } from '../kit/logger.ts';
import { connectionsOf } from './connections.ts';

/** The files that one process needs besides connections: database, threads, uploads, pages (about 80 when busy). */
const reservedFiles = 128;
const fewestConnections = 32;
const logEveryMs = 60_000;
/** The share of the limit from which idle connections are closed. */
const nearly = 0.9;
/** The time after which a connection that has sent nothing is idle. */
const silentMs = 5_000;
/** The pause after a try that found no connection to close. */
const tryEveryMs = 100;

/** The limit of open connections of this process. */
export type ConnectionLimit = {
  /** The system's limit of open files of this process; Infinity when there is none. */
  openFiles: number;
  /** The number of connections that were closed at once so far, because the process had reached its limit. */
  refused(): number;
  /** Limits the connections of this server; each may need so many files. */
  hold(server: Server, filesEach?: number): void;
};

/**
 * Returns how many files this process may open; Infinity where the system does not say it in a file. Node's report says it
 * everywhere, but takes up to a second.
 */
export function limitOfOpenFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
    return Number(soft ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Closes idle connections of the network that has most of them, the oldest first, at most so many. Connections of proxies stay,
 * because many people share them. Returns the closed ones.
 */
function closeIdle(
  server: Server,
  { since, isProxy, most }: { since: Map<Socket, number>; isProxy: IsProxy; most: number },
): Socket[] {
  const connections = connectionsOf(server);
  const now = performance.now();
  const idle = new Set(connections.idle());
  const byNetwork = new Map<string, { held: number; idle: Socket[] }>();
  for (const connection of connections.all()) {
    const { socket } = connection;
    const { remoteAddress = '', bytesRead, destroyed, _httpMessage: answer } = socket;
    if (destroyed || isProxy(socket)) continue;
    const network = networkOf(remoteAddress) ?? remoteAddress;
    const has = byNetwork.get(network) ?? { held: 0, idle: [] };
    byNetwork.set(network, has);
    has.held += 1;
    // A new connection that has sent nothing will send soon, whatever Node says of it; after a while it counts as idle.
    const isSilent = now - (since.get(socket) ?? now) > silentMs;
    if (!answer && (bytesRead === 0 ? isSilent : idle.has(connection))) has.idle.push(socket);
  }
  let largest = { held: 0, idle: [] as Socket[] };
  for (const has of byNetwork.values()) {
    // Closing the only idle connection of a phone is no help.
    if (has.idle.length > 1 && has.held > largest.held) largest = has;
  }
  const closed = largest.idle.slice(0, Math.min(most, Math.ceil(largest.idle.length / 2)));
  for (const socket of closed) socket.destroy();
  return closed;
}

type IsProxy = (socket: Socket) => boolean;

/**
 * Keeps connections from taking the files that the database and the ads need: one above the limit is closed at once. The log
 * says so, at most once a minute. Shortly before the limit, it closes idle connections of the network that has most: phones of a
 * whole country may share an address, so no new connection is refused because of its address (ADR 18).
 */
export function createConnectionLimit(
  logger: Logger,
  {
    openFiles = limitOfOpenFiles(),
    isProxy = () => false,
  }: { openFiles?: number; isProxy?: IsProxy } = {},
): ConnectionLimit {
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    openFiles,
    refused: () => refused,
    hold(server, filesEach = 1) {
      if (openFiles === Number.POSITIVE_INFINITY) return;
      server.maxConnections = Math.max(
        fewestConnections,
        Math.floor((openFiles - reservedFiles) / filesEach),
      );
      const many = Math.floor(server.maxConnections * nearly);
      const room = server.maxConnections - many;
      const open = new Map<Socket, number>();
      let triedAt = Number.NEGATIVE_INFINITY;
      server.on('connection', (socket: Socket) => {
        open.set(socket, performance.now());
        socket.once('close', () => open.delete(socket));
        if (open.size < many || performance.now() - triedAt < tryEveryMs) return;
        const closed = closeIdle(server, { since: open, isProxy, most: room });
        if (closed.length === 0) triedAt = performance.now();
        for (const one of closed) open.delete(one);
      });
      server.on('drop', () => {
        refused += 1;
        if (performance.now() - loggedAt < logEveryMs) return;
        loggedAt = performance.now();
        logger.error(
          { openFiles, connections: server.maxConnections, refused },
          'connections are refused: this process may not open more files; raise its limit (ulimit -n, LimitNOFILE)',
        );
      });
    },
  };
}
