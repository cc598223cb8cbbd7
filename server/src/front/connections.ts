import type { OutgoingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

type Connection = { socket: Socket & { _httpMessage?: OutgoingMessage | null } };
type Connections = {
  /** Returns all connections in the order of their last request. */
  all(): Connection[];
  /** Returns the connections between two requests; one that has sent nothing may be among them. */
  idle(): Connection[];
};

const none: Connections = { all: () => [], idle: () => [] };
const added = new WeakMap<Server, Connections>();

/** Connections that wait for an answer without Node's knowledge. Nobody may close them. */
export const answering = new WeakSet<object>();

/**
 * Returns the connections of a server as Node knows them, from the list that `closeIdleConnections` reads; it costs a request
 * nothing.
 */
export function httpConnectionsOf(server: Server): Connections {
  const symbols = Object.getOwnPropertySymbols(server);
  const symbol = symbols.find(({ description }) => description === 'http.server.connections');
  return symbol
    ? ((server as unknown as Record<symbol, Connections>)[symbol] as Connections)
    : none;
}

/** Returns all connections of a server. */
export function connectionsOf(server: Server): Connections {
  const [ofHttp, more] = [httpConnectionsOf(server), added.get(server) ?? none];
  return {
    all: () => [...ofHttp.all(), ...more.all()],
    idle: () => [...ofHttp.idle(), ...more.idle()],
  };
}

/**
 * Adds connections that Node's server has accepted and does not serve itself; code that closes its connections closes them, too.
 */
export function addConnections(server: Server, connections: Connections): void {
  added.set(server, connections);
  const { closeIdleConnections, closeAllConnections } = server;
  const destroy = (some: Connection[]) => {
    for (const { socket } of some) socket.destroy();
  };
  server.closeIdleConnections = () => {
    closeIdleConnections.call(server);
    destroy(connections.idle());
  };
  server.closeAllConnections = () => {
    closeAllConnections.call(server);
    destroy(connections.all());
  };
}
