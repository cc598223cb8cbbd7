import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply } from 'fastify';
import { namesTag } from './entity-tag.ts';

type Encoding = 'br' | 'gzip';

/** A file that everybody may read, in memory once for all who read it at the same time. */
export type StoredFile = {
  type: string;
  cacheControl: string;
  etag: string;
  bytes: Buffer;
  /** Its bytes compressed; without any the file is sent as it is. */
  compressed: Partial<Record<Encoding, Buffer>>;
};

/** Where a compressed file would hardly be smaller, in bytes. */
const smallest = 1024;
/** From here on a file is large when it is sent uncompressed, which no browser asks for; in bytes. */
const large = 128 * 1024;
const compressible = /^(text\/|application\/(json|x-yaml|javascript)|image\/svg)/;
/** Of 11; it takes 60 ms for the largest file, in a thread of its own. */
const brotliQuality = 5;

/** The media types of the files that are served, by the ends of their names. */
const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** The media type of a file by its name. */
export const typeOf = (name: string): string =>
  types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/** Keeps bytes to be served, with what is there of them compressed already. */
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

/** Compresses a text once, in other threads; what is small or an image stays as it is. */
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

/** Sends a stored file, or 304 to whoever has it: never a copy, so a slow reader holds no memory of its own. */
export function sendStored(reply: FastifyReply, file: StoredFile): FastifyReply {
  const { headers } = reply.request;
  const offered = Object.keys(file.compressed) as Encoding[];
  const encoding = negotiate(headers['accept-encoding'] ?? '', offered);
  // Each encoding is a representation of its own, so it has an entity tag of its own (RFC 9110, 8.8.3.3).
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`;
  reply.header('Cache-Control', file.cacheControl).header('ETag', etag);
  if (offered.length > 0) reply.header('Vary', 'Accept-Encoding');
  if (namesTag(headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding) reply.header('Content-Encoding', encoding);
  const bytes = (encoding && file.compressed[encoding]) ?? file.bytes;
  if (bytes.length >= large && offered.length > 0 && !encoding)
    reply.server.slots.plainFiles(reply);
  return reply.type(file.type).send(bytes);
}
