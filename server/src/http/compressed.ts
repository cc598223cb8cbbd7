import { pipeline, Readable } from 'node:stream';
import type { Call } from '@adwarden/contract/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gzipPieces, gzipText, smallestGzipped, takesGzip } from '../kit/answers/gzip.ts';
import type { BackOffice } from './route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    compressed?: Call['compressed'];
  }
}

/** A workbook is a zip file: it is compressed already. */
const isText = /^(text\/|application\/json)/;

/** Compresses the answers to calls that the contract marks with `compressed` (ADR 94). Call it before routes are registered. */
export function compressAnswers(server: BackOffice): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const { compressed } = request.routeOptions.config;
    if (!compressed) return payload;
    // A stream that failed before its first bytes were sent becomes a refusal.
    reply.removeHeader('Content-Encoding');
    if (reply.statusCode !== 200 || !isFree(compressed, request, reply)) return payload;
    reply.header('Vary', 'Accept-Encoding');
    if (!takesGzip(request.headers['accept-encoding'])) return payload;
    if (payload instanceof Readable) {
      reply.header('Content-Encoding', 'gzip');
      // Nobody reads the body of an answer to HEAD.
      return request.method === 'HEAD' ? payload : pipeline(payload, gzipPieces(), () => {});
    }
    if (typeof payload !== 'string' || Buffer.byteLength(payload) < smallestGzipped) return payload;
    reply.header('Content-Encoding', 'gzip');
    return gzipText(payload);
  });
}

/** Tells whether an answer is a text without the column of secrets. */
function isFree(
  compressed: NonNullable<Call['compressed']>,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (!isText.test(String(reply.getHeader('content-type')))) return false;
  return compressed === true || !columnsOf(request).includes(compressed.unlessColumn);
}

/** Returns the columns that a request for a file asks for. */
function columnsOf({ query, body }: FastifyRequest): readonly string[] {
  const { columns = [] } = { ...(query as object), ...(body as object) } as { columns?: string[] };
  return columns;
}
