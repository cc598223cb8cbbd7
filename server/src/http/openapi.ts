import { adsSchema, adsSchemaPath } from '@adwarden/contract/ads-schema';
import { openApiDocument } from '@adwarden/contract/openapi/document';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { docsFiles, sendFilesFirst } from './docs-files.ts';
import { docsTheme } from './docs-theme.ts';
import type { BackOffice } from './route.ts';

/** Registers the OpenAPI 3.1 document of the contract. */
export async function openApi(server: BackOffice, version: string): Promise<void> {
  const document = openApiDocument(version);
  await server.register(fastifySwagger, {
    mode: 'static',
    specification: { document: document as never },
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
