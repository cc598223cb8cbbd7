import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { askOutside, type OutsideRequest } from './ask-outside.ts';
import { OutsideFault } from './outside-fault.ts';

export type Fetched = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * Fetches an address. `signal` ends it, and `bytes` is the maximum size of the answer. Each redirect needs a call of its own.
 * Rejects as `askOutside` does.
 */
export type FetchOutside = (
  url: URL,
  limits: { signal: AbortSignal; bytes: number; headers?: Record<string, string> },
) => Promise<Fetched>;

/** Builds what fetches addresses that somebody else has chosen. */
export function createFetchOutside(parts: Pick<OutsideRequest, 'reach' | 'resolve'>): FetchOutside {
  return (url, { signal, bytes, headers }) =>
    askOutside(
      {
        ...{ ...parts, method: 'GET', url, signal },
        headers: { 'accept-encoding': 'identity', ...headers },
      },
      async (answer) => ({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: await bodyOf(answer, bytes, url.host),
      }),
    );
}

/** The body of an answer; closes the connection as soon as it is too large. */
async function bodyOf(answer: IncomingMessage, most: number, host: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > most) throw new OutsideFault(`${host} sent more than ${most / 1024} kB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
