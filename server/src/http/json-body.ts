import type { BackOffice } from './route.ts';

/**
 * Reads JSON bodies with Fastify's own parser. An empty body counts as no body, because many clients send
 * `Content-Type: application/json` with every call, even DELETE.
 */
export function jsonBodies(server: BackOffice): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) =>
    text.length === 0 ? done(null) : parse(request, text as string, done),
  );
}
