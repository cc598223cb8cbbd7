import type { IncomingMessage } from 'node:http';
import { createNetworks } from '../kit/address.ts';

/** `localhost`, 127.0.0.0/8 or `[::1]`, with or without a port. */
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const isLoopback = createNetworks(['127.0.0.0/8', '::1']);
const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** The origin of a request: its peer, and whether a proxy has forwarded it before. */
export type CameFrom = { peer: string; isForwarded: boolean };

/** Reads the origin; `peer` is that of the connection unless an ads process has passed the request on (`peer.ts`). */
export const cameFrom = (
  { headers, socket }: IncomingMessage,
  peer = socket.remoteAddress ?? '',
): CameFrom => ({ peer, isForwarded: forwarding.some((name) => name in headers) });

/**
 * Tells whether a request comes from a program on this machine: the peer and the Host are loopback, and no proxy has forwarded
 * it (ADR 29 "First start"). The Host is checked because of proxies that add no header, and of web pages whose name resolves to
 * 127.0.0.1: their requests name another host.
 */
export function isDirectLoopback(
  request: IncomingMessage,
  { peer, isForwarded }: CameFrom = cameFrom(request),
): boolean {
  return isLoopback(peer) && loopbackHost.test(request.headers.host ?? '') && !isForwarded;
}
