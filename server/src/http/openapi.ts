import { adsSchema, adsSchemaPath } from '@adwarden/contract/ads-schema';
import { openApiDocument } from '@adwarden/contract/openapi/document';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { docsFiles, documentScript, sendFilesFirst } from './docs-files.ts';
import { docsPolicy, docsScript, docsStyles } from './docs-page.ts';
import { type BackOffice, openRoute } from './route.ts';

type Document = ReturnType<typeof openApiDocument>;

/** Builds the document of this version. It is made when somebody reads it: that takes a tenth of a start. */
function documentWhenRead(version: string, basePath: string): Document {
  let made: Document | undefined;
  const partOf = (name: keyof Document) => ({
    enumerable: true,
    get() {
      made ??= openApiDocument(version, basePath);
      return made[name];
    },
  });
  const parts: Record<keyof Document, PropertyDescriptor> = {
    openapi: partOf('openapi'),
    info: partOf('info'),
    servers: partOf('servers'),
    tags: partOf('tags'),
    security: partOf('security'),
    paths: partOf('paths'),
    webhooks: partOf('webhooks'),
    components: partOf('components'),
  };
  return Object.defineProperties({} as Document, parts);
}

/** Registers the OpenAPI 3.1 document of the contract. */
export async function openApi(
  server: BackOffice,
  version: string,
  basePath: string,
): Promise<void> {
  await server.register(fastifySwagger, {
    mode: 'static',
    specification: { document: documentWhenRead(version, basePath) as never },
  });
}

/** `/openapi.json`, a reference page at `/docs` that needs no other host, and the schema of the ads answer. */
export async function openApiRoutes(server: BackOffice, basePath: string): Promise<void> {
  const files = docsFiles(server);
  await server.register(async (scope) => {
    sendFilesFirst(scope, files);
    scope.get('/openapi.json', openRoute, async () => server.swagger());
    scope.get(adsSchemaPath, openRoute, async () => adsSchema());
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/docs',
      indexPrefix: basePath,
      // In the sandbox no call of the page would be answered.
      uiConfig: { validatorUrl: null, deepLinking: true, supportedSubmitMethods: [] },
      staticCSP: docsPolicy,
      theme: docsTheme,
    });
  });
}

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#4a5bdb" d="M16 1.6 28 5.4a2 2 0 0 1 1.4 1.9V16c0 7.2-5.2 12-12.6 14.3a2.6 2.6 0 0 1-1.6 0C7.8 28 2.6 23.2 2.6 16V7.3A2 2 0 0 1 4 5.4Z"/><rect x="8" y="9" width="16" height="6.5" rx="2" fill="#fff"/><rect x="8" y="18.5" width="10" height="3" rx="1.5" fill="#fff" opacity=".6"/></svg>';

/** Title, mark, look and behaviour of the reference page. */
const docsTheme = {
  title: 'Adwarden API',
  favicon: [
    {
      filename: 'favicon.svg',
      rel: 'icon',
      type: 'image/svg+xml',
      sizes: 'any',
      content: mark,
    },
  ],
  css: [{ filename: 'page.css', content: docsStyles }],
  // The first one is sent by `docsFiles`, which has the document in it.
  js: [
    { filename: documentScript, content: '' },
    { filename: 'page.js', content: docsScript },
  ],
};
