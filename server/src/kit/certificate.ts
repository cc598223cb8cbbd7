import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { hourly } from './hourly.ts';

/** Returns when the certificate of an address ends, in epoch milliseconds. Rejects when it is not trusted or not reachable. */
export function endOfCertificate({ hostname, port }: URL, timeout: number): Promise<number> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect({
    host,
    port: Number(port || 443),
    timeout,
    ...(isIP(host) === 0 && { servername: host }),
  });
  socket.once('secureConnect', () => resolve(Date.parse(socket.getPeerCertificate().valid_to)));
  socket.once('timeout', () => reject(new Error(`no answer within ${timeout} ms`)));
  socket.once('error', reject);
  return promise.finally(() => socket.destroy());
}

/** Tells whether an error is about the certificate of a server that was reached. */
export const isOfCertificate = (error: unknown): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|DEPTH/.test(String((error as { code?: unknown }).code));

const patienceMs = 10_000;

/**
 * Checks every hour when the certificate of an address ends: epoch milliseconds, 0 when it is not trusted, null while nobody
 * knows. A failed connection changes nothing.
 */
export function watchCertificate(url: URL): { end: () => number | null; stop: () => void } {
  let end: number | null = null;
  const stop = hourly(
    async () => {
      end = await endOfCertificate(url, patienceMs);
    },
    (error) => {
      if (isOfCertificate(error)) end = 0;
    },
  );
  return { end: () => end, stop };
}
