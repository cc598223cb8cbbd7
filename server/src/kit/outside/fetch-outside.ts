import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { askOutside, type OutsideRequest } from './ask-outside.ts';
import { OutsideFault } from './outside-fault.ts';

export type Fetched = { status: number; headers: IncomingHttpHeaders; body: Buffer };

type Limits = {
  signal: AbortSignal;
  bytes: number;
  /** Whether the beginning of a larger body is enough. */
  isCut?: boolean;
  headers?: Record<string, string>;
};

/**
 * Fetches an address. `signal` ends it. `bytes` is the maximum size of the body, both as it is sent and unpacked. Each
 * redirect needs a call of its own. `headers` may ask for a compressed body (gzip, br); only that of a success is unpacked.
 * Rejects as `askOutside` does.
 */
export type FetchOutside = (url: URL, limits: Limits) => Promise<Fetched>;

/** Builds the function that fetches addresses that somebody else has chosen. */
export function createFetchOutside(deps: Pick<OutsideRequest, 'reach' | 'resolve'>): FetchOutside {
  return (url, limits) =>
    askOutside(
      {
        ...deps,
        method: 'GET',
        url,
        signal: limits.signal,
        headers: { 'accept-encoding': 'identity', ...limits.headers },
      },
      async (answer) => ({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: await bodyOf(answer, limits, url.host),
      }),
    );
}

const unpackers: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
};

/** Returns the body of an answer, unpacked if it is a success; closes the connection as soon as it is too large. */
async function bodyOf(answer: IncomingMessage, limits: Limits, host: string): Promise<Buffer> {
  const coding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const { statusCode = 0 } = answer;
  if (coding === 'identity' || coding === '' || statusCode < 200 || statusCode > 299) {
    return collect(answer, limits, host);
  }
  const unpacker = unpackers[coding]?.();
  if (!unpacker) {
    answer.destroy();
    throw new OutsideFault(`${host} sent an answer that is compressed in a way that is not read`);
  }
  let sent = 0;
  answer.on('data', (chunk: Buffer) => {
    sent += chunk.length;
    // Endless compressed data may unpack to nothing.
    if (sent > limits.bytes) unpacker.destroy(tooLarge(host, limits.bytes));
  });
  answer.once('error', (error) => unpacker.destroy(error));
  answer.once('end', () => {
    // An empty body is not a broken one.
    if (sent === 0) unpacker.destroy();
  });
  answer.pipe(unpacker);
  try {
    return await collect(unpacker, limits, host);
  } catch (error) {
    if (sent === 0 && answer.complete) return Buffer.alloc(0);
    throw error;
  } finally {
    answer.destroy();
  }
}

const tooLarge = (host: string, bytes: number) =>
  new OutsideFault(
    `${host} sent more than ${bytes < 1024 ** 2 ? `${bytes / 1024} kB` : `${bytes / 1024 ** 2} MB`}`,
  );

/** Reads the whole stream. Ends it as soon as it has too much. */
async function collect(
  stream: Readable,
  { bytes: most, isCut = false }: Limits,
  host: string,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes <= most) continue;
    if (!isCut) throw tooLarge(host, most);
    break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}
