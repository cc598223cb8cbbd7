import { openApiDocument } from '@adwarden/contract/openapi/document';
import { notFound } from '../kit/app-error.ts';
import { docsFiles } from './docs-files.ts';
import { docsPage, docsPolicy } from './docs-page.ts';
import { type BackOffice, openRoute } from './route.ts';
import { sendStored } from './stored-file.ts';

/**
 * `/openapi.json`, the document of this version; a reference page at `/docs` that needs no other host; and the schema of the ads
 * answer. The document is made when somebody reads it: that takes a tenth of a start.
 */
export function openApiRoutes(server: BackOffice, version: string, basePath: string): void {
  let made: ReturnType<typeof openApiDocument> | undefined;
  const { besides, ofPage } = docsFiles(() => {
    made ??= openApiDocument(version, basePath);
    return made;
  });
  for (const [path, file] of besides) {
    server.get(path, openRoute, async (_, reply) => sendStored(reply, await file()));
  }
  const page = docsPage(basePath);
  for (const path of ['/docs', '/docs/']) {
    server.get(path, openRoute, (_, reply) =>
      reply
        .header('Content-Security-Policy', docsPolicy)
        .type('text/html; charset=utf-8')
        .send(page),
    );
  }
  server.get<{ Params: { '*': string } }>('/docs/static/*', openRoute, async (request, reply) => {
    const file = ofPage.get(request.params['*']);
    if (!file) throw notFound('File');
    // To the sandbox of the page, its files are of another origin.
    reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return sendStored(reply, await file());
  });
}
