import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyHelmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { AppError } from '../kit/app-error.ts';
import { handleNotFound } from './not-found.ts';
import type { BackOffice } from './route.ts';

/** The hashes that let the page's own inline scripts run under `script-src 'self'` (design, section 4 "CSP"). */
function inlineScriptHashes(page: string): string[] {
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  );
}

/** The folder of the built web app, and facts that it finds as `<meta name content>` in its page. */
export type WebApp = { folder: string; facts: Record<string, string> };

const inAttribute: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };

function readPage({ folder, facts }: WebApp): string | null {
  const file = join(folder, 'index.html');
  if (!existsSync(file)) return null;
  const metas = Object.entries(facts).map(([name, content]) => {
    const escaped = content.replace(/[&"<]/g, (character) => inAttribute[character] ?? '');
    return `<meta name="${name}" content="${escaped}">`;
  });
  return readFileSync(file, 'utf8').replace('</head>', () => `${metas.join('')}</head>`);
}

/** Security headers everywhere, the built web app beside the API, and the answer to unknown paths. */
export async function webApp(server: BackOffice, web: WebApp): Promise<void> {
  const { folder } = web;
  const page = readPage(web);

  await server.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScriptHashes(page ?? '')],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Plain-HTTP hosts exist, and browsers complain about these two there.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  });

  if (page !== null) {
    await server.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.startsWith(join(folder, 'assets'));
        reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  server.setNotFoundHandler(
    handleNotFound((reply: FastifyReply) => {
      if (page === null) {
        throw new AppError('not-found', 'The web app is not built: run npm run build');
      }
      return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(page);
    }),
  );
}
