import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, relative, sep } from 'node:path';
import fastifyHelmet from '@fastify/helmet';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../kit/app-error.ts';
import { clientRegistry } from './client-registry.ts';
import { handleError } from './error-handler.ts';
import { filesBelow } from './files-below.ts';
import { ownAddress } from './own-address.ts';
import type { BackOffice } from './route.ts';
import { compressFile, type StoredFile, sendStored, storedFile, typeOf } from './stored-file.ts';

/** Returns the hashes of the page's inline scripts, for the policy `script-src` (ADR 29 "Content security policy"). */
function inlineScriptHashes(page: string): string[] {
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  );
}

/** The folder of the built web app, and facts that the page gets as `<meta name content>`. */
export type WebApp = {
  folder: string;
  facts: Record<string, string>;
  /** A name of the installation, one more fact; '' until its database has been read. */
  installation: () => string;
};

/** Assets, whose names contain a hash of their content, and packages of a version (web/clients/releases.ts). */
const neverChanges = /^assets\/|^clients\/.*[-/]\d+\.\d+\.\d+(-dev-\w+)?[./]/;
const forEver = 'public, max-age=31536000, immutable';
const askAgain = 'no-cache';

const inAttribute: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };

/**
 * Reads the page, and returns a function that builds it with the name of an installation; null when it is not built. The facts stand
 * in front of the page's first script, which reads them. The build names files relative to the page, which is shown at paths of any
 * depth, so they get addresses of this server.
 */
function readPage(
  { folder, facts }: WebApp,
  basePath: string,
): ((installation: string) => string) | null {
  const file = join(folder, 'index.html');
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8').replaceAll(
    /(href|src)="\.\//g,
    (_, name) => `${name}="${basePath}/`,
  );
  return (installation) => {
    const all = { ...facts, 'base-path': basePath, installation };
    const metas = Object.entries(all).map(([name, content]) => {
      const escaped = content.replace(/[&"<]/g, (character) => inAttribute[character] ?? '');
      return `<meta name="${name}" content="${escaped}">`;
    });
    return text.replace('<script', () => `${metas.join('')}<script`);
  };
}

/** Extensions of the compressed versions that the build writes next to each text file. */
const besides = { br: '.br', gzip: '.gz' } as const;

/** Reads the files of the built web app without index.html, by their paths in the folder (web/precompress.ts). */
function readFiles(folder: string): Map<string, StoredFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const known = new Set(names);
  const served = names.filter((name) => !/\.(br|gz)$/.test(name) && name !== 'index.html');
  const read = (name: string) => readFileSync(join(folder, name));
  const entries = served.map((name): [string, StoredFile] => {
    const compressed: StoredFile['compressed'] = {};
    for (const encoding of ['br', 'gzip'] as const) {
      const beside = name + besides[encoding];
      if (known.has(beside)) compressed[encoding] = read(beside);
    }
    const cacheControl = neverChanges.test(name) ? forEver : askAgain;
    return [name, storedFile(read(name), typeOf(name), cacheControl, compressed)];
  });
  return new Map(entries);
}

/** Registers the security headers, the files and pages of the web app, and the answer to unknown paths. */
export async function webApp(
  server: BackOffice,
  web: WebApp,
  basePath: string,
  isFromProxy: (request: IncomingMessage) => boolean,
): Promise<void> {
  const { folder } = web;
  const page = readPage(web, basePath);

  await server.register(fastifyHelmet, {
    // The policy of all answers but pages. A file that a browser shows runs no script, so it cannot ask tabs for a session (ADR 135).
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // Some installations use plain HTTP, where browsers report errors for these two headers.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  });

  if (page !== null) {
    const files = readFiles(folder);
    const addressOf = (request: IncomingMessage) => {
      const asked = ownAddress(request, isFromProxy(request));
      return web.facts['public-url'] || (asked && asked + basePath);
    };
    clientRegistry(server, files, addressOf);
    filesBelow(server, files, '', (_name, _request, reply) => reply.callNotFound());
  }
  const policy = pagePolicy(inlineScriptHashes(page?.('') ?? ''));
  /** The page with each name of the installation that it has had: '' and one more. */
  const pages = new Map<string, Promise<StoredFile>>();
  function pageNow(): Promise<StoredFile> {
    const installation = web.installation();
    const known = pages.get(installation);
    if (known) return known;
    const bytes = Buffer.from(page?.(installation) ?? '');
    const made = compressFile(storedFile(bytes, typeOf('index.html'), askAgain));
    pages.set(installation, made);
    return made;
  }
  await pageNow();
  server.setNotFoundHandler(
    handleNotFound(async (reply: FastifyReply) => {
      if (page === null) {
        throw new AppError('not-found', 'The web app is not built: run npm run build');
      }
      return sendStored(reply.header('Content-Security-Policy', policy), await pageNow());
    }),
  );
}

/**
 * Returns the policy of the pages (ADR 29 "Content security policy"): scripts of our own files and the inline ones with these
 * hashes. Text becomes HTML only where `lib/browser/trusted-types` of the web app allows it.
 */
const pagePolicy = (hashes: string[]): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default adwarden-guide',
  ].join('; ');

const apiPaths =
  /^\/(api|apps|user|config|category|changes|changeRequests|batches|icons|assets|docs|schemas)(\/|$)/;

/** Tells whether a path is the web app's: a page that a person opens, outside the API's paths (ADR 28 "Paths"). */
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !apiPaths.test(path) &&
    // Uptime monitors ask for `/` with `Accept: */*` or without Accept.
    (path === '/' || (request.headers.accept ?? '').includes('text/html'))
  );
}

/** Unknown paths: a page of the web app, or 404 in the envelope. */
function handleNotFound(sendPage: (reply: FastifyReply) => unknown) {
  return (request: FastifyRequest, reply: FastifyReply): unknown =>
    isPage(request)
      ? sendPage(reply)
      : handleError(new AppError('not-found', 'Not found'), request, reply);
}
