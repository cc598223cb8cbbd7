import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply } from 'fastify';
import { namesTag } from '../kit/answers/entity-tag.ts';

type Encoding = 'br' | 'gzip';

/** A public file, which is in memory once, however many clients read it at the same time. */
export type StoredFile = {
  type: string;
  cacheControl: string;
  etag: string;
  bytes: Buffer;
  /** The compressed bytes; when empty, the file is sent as it is. */
  compressed: Partial<Record<Encoding, Buffer>>;
};

/** Smaller files are not compressed; in bytes. */
const smallest = 1024;
const compressible = /^(text\/|application\/(json|x-yaml|javascript)|image\/svg)/;
/** Brotli's quality, up to 11. 5 takes 60 ms for the largest file, in zlib's own threads. */
const brotliQuality = 5;

/** Media types by file extension. */
const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jar: 'application/java-archive',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  png: 'image/png',
  pom: 'application/xml',
  svg: 'image/svg+xml',
  tgz: 'application/gzip',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml',
  zip: 'application/zip',
};

/** Returns the media type of a file, by its extension. */
export const typeOf = (name: string): string =>
  types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/** Returns a file from its bytes; `compressed` has the versions that the build has already compressed. */
export function storedFile(
  bytes: Buffer,
  type: string,
  cacheControl: string,
  compressed: StoredFile['compressed'] = {},
): StoredFile {
  return {
    type,
    cacheControl,
    etag: hash('sha256', bytes, 'base64url').slice(0, 22),
    bytes,
    compressed,
  };
}

/** Compresses a text file, in other threads; leaves small files and images as they are. */
export async function compressFile(file: StoredFile): Promise<StoredFile> {
  if (file.bytes.length < smallest || !compressible.test(file.type)) return file;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(file.bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
    }),
    promisify(gzip)(file.bytes),
  ]);
  return { ...file, compressed: { br, gzip: gz } };
}

/** Sends a stored file, or 304 when the client has it. The bytes are not copied, so a slow client costs no memory. */
export function sendStored(reply: FastifyReply, file: StoredFile): FastifyReply {
  const { headers } = reply.request;
  const offered = Object.keys(file.compressed) as Encoding[];
  const encoding = negotiate(headers['accept-encoding'] ?? '', offered);
  // Each encoding needs its own entity tag (RFC 9110, 8.8.3.3).
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`;
  reply.header('Cache-Control', file.cacheControl).header('ETag', etag);
  if (offered.length > 0) reply.header('Vary', 'Accept-Encoding');
  if (namesTag(headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply.type(file.type).send((encoding && file.compressed[encoding]) ?? file.bytes);
}
