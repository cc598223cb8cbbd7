import { promisify } from 'node:util';
import { constants, createGzip, type Gzip, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';

/** Level 1 compresses JSON and CSV to an eighth; level 6 takes twice the time and saves a tenth more. */
const level = constants.Z_BEST_SPEED;
const zip = promisify(gzip);

/** The length from which texts are compressed, in bytes: shorter ones fit into one or two packets. */
export const smallestGzipped = 2048;

/** Tells whether a client takes gzip, by its Accept-Encoding. */
export const takesGzip = (header: string | string[] | undefined): boolean =>
  negotiate(String(header ?? ''), ['gzip']) === 'gzip';

/** Compresses a text in the thread pool. */
export const gzipText = (text: string | Buffer): Promise<Buffer> => zip(text, { level });

/** Compresses a stream in the thread pool. Each piece is sent on as soon as it is compressed. */
export const gzipPieces = (): Gzip => createGzip({ level, flush: constants.Z_SYNC_FLUSH });
