import type { OutgoingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

export type Connection = { socket: Socket & { _httpMessage?: OutgoingMessage | null } };
type Connections = {
  /** In the order of their last request. */
  all(): Connection[];
  /** Those between two requests; one that has sent nothing may be among them. */
  idle(): Connection[];
};

/** What Node knows of the connections of a server, as `closeIdleConnections` reads it; it costs a request nothing. */
export function connectionsOf(server: Server): Connections {
  const symbols = Object.getOwnPropertySymbols(server);
  const symbol = symbols.find(({ description }) => description === 'http.server.connections');
  if (!symbol) return { all: () => [], idle: () => [] };
  return (server as unknown as Record<symbol, Connections>)[symbol] as Connections;
}
