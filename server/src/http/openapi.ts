import { adsSchema, adsSchemaPath } from '@adwarden/contract/ads-schema';
import { openApiDocument } from '@adwarden/contract/openapi/document';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { docsFiles, sendFilesFirst } from './docs-files.ts';
import { docsTheme } from './docs-theme.ts';
import type { BackOffice } from './route.ts';

type Document = ReturnType<typeof openApiDocument>;

/** The document of this version. It is made when somebody reads it: that takes a tenth of a start. */
function documentWhenRead(version: string): Document {
  let made: Document | undefined;
  const partOf = (name: keyof Document) => ({
    enumerable: true,
    get() {
      made ??= openApiDocument(version);
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
    components: partOf('components'),
  };
  return Object.defineProperties({} as Document, parts);
}

/** Registers the OpenAPI 3.1 document of the contract. */
export async function openApi(server: BackOffice, version: string): Promise<void> {
  await server.register(fastifySwagger, {
    mode: 'static',
    specification: { document: documentWhenRead(version) as never },
  });
}

/** `/openapi.json`, a reference page at `/docs` that needs no other host, and the schema of the ads answer. */
export async function openApiRoutes(server: BackOffice): Promise<void> {
  const files = docsFiles(server);
  await server.register(async (scope) => {
    sendFilesFirst(scope, files);
    scope.get('/openapi.json', { schema: { hide: true }, config: { open: true } }, async () =>
      server.swagger(),
    );
    scope.get(adsSchemaPath, { schema: { hide: true }, config: { open: true } }, async () =>
      adsSchema(),
    );
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/docs',
      uiConfig: { validatorUrl: null, deepLinking: true },
      ...docsTheme,
    });
  });
}
