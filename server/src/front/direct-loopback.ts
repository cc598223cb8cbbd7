import type { IncomingMessage } from 'node:http';

/** `localhost`, 127.0.0.0/8 or `[::1]`, with or without a port. */
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Where a request comes from: its peer, and whether a proxy has forwarded it before. */
export type CameFrom = { peer: string; isForwarded: boolean };

/** Reads it from the connection. */
export const cameFrom = ({ headers, socket }: IncomingMessage): CameFrom => ({
  peer: socket.remoteAddress ?? '',
  isForwarded: forwarding.some((name) => name in headers),
});

/** Reads it from a request that an ads process has passed on, which has named its peer (`peer.ts`). */
export function cameFromBefore({ headers }: IncomingMessage): CameFrom {
  const hops = String(headers['x-forwarded-for'] ?? '').split(',');
  const peer = hops.pop()?.trim() ?? '';
  const others = forwarding.filter((name) => name !== 'x-forwarded-for');
  return { peer, isForwarded: hops.length > 0 || others.some((name) => name in headers) };
}

/**
 * Whether a request comes from a program on this machine: the peer and the Host are loopback, and no proxy has forwarded
 * it (ADR 29 "First start"). The Host is checked because of proxies that add no header, and of web pages whose name
 * resolves to 127.0.0.1: their requests name another host.
 */
export function isDirectLoopback(
  request: IncomingMessage,
  { peer, isForwarded }: CameFrom = cameFrom(request),
): boolean {
  return (
    /^(127\.|::1$|::ffff:127\.)/.test(peer) &&
    loopbackHost.test(request.headers.host ?? '') &&
    !isForwarded
  );
}
