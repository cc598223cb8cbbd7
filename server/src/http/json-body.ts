import type { BackOffice } from './route.ts';

/**
 * Reads JSON bodies with Fastify's own parser, and takes an empty one as absent: many clients send
 * `Content-Type: application/json` with every call, a DELETE too.
 */
export function jsonBodies(server: BackOffice): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) =>
    text.length === 0 ? done(null) : parse(request, text as string, done),
  );
}
