import { adsAnswer } from '@adwarden/contract/ads';
import { failure } from '@adwarden/contract/envelope';
import { routes } from '@adwarden/contract/routes';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import { docsFiles, sendFilesFirst } from './docs-files.ts';
import type { BackOffice } from './route.ts';

const jsonSchema = (schema: z.ZodType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest as OpenAPIV3_1.SchemaObject;
};

const text = { type: 'string' } as const;
const failureContent = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});

/** The ads endpoint is answered before the framework, so its page is written here (design, section 5). */
const adsPath: OpenAPIV3_1.PathItemObject = {
  get: {
    tags: ['api'],
    summary: routes.getAds.summary,
    operationId: 'getAds',
    parameters: [
      { name: 'appID', in: 'query', required: true, schema: text },
      { name: 'authToken', in: 'query', required: true, schema: text },
      { name: 'If-None-Match', in: 'header', schema: text },
    ],
    responses: {
      200: {
        description: 'The verdict in adsStatus, and ad units that are empty when it is off',
        headers: { ETag: { schema: text }, 'Cache-Control': { schema: text } },
        content: { 'application/json': { schema: jsonSchema(adsAnswer) as object } },
      },
      304: { description: 'Not changed since the ETag given' },
      400: failureContent('A parameter is missing, repeated or unknown'),
      401: failureContent('Unknown app ID or token'),
      503: failureContent('Nothing is loaded yet; Retry-After says when to ask again'),
    },
  },
};

const icon = {
  type: 'string',
  contentMediaType: 'image/png',
  description: 'PNG, JPEG, WebP, GIF or AVIF',
};

/** Adds the icon's file part to the multipart forms that take one. */
function withIconPart(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  for (const path of ['/apps/addApp', '/apps/updateApp/{id}']) {
    const item = document.paths?.[path];
    const body = (item?.post ?? item?.put)?.requestBody as
      | OpenAPIV3_1.RequestBodyObject
      | undefined;
    const form = body?.content['multipart/form-data'];
    const schema = form?.schema as OpenAPIV3_1.SchemaObject | undefined;
    if (form && schema)
      form.schema = { ...schema, properties: { ...schema.properties, icon } } as typeof schema;
  }
  return document;
}

/** Registers the description of every route; must come before the routes (OpenAPI 3.1). */
export async function openApi(server: BackOffice, version: string): Promise<void> {
  await server.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Adwarden',
        version,
        description: 'Back office and ads endpoint for publishers of mobile apps.',
      },
      components: {
        securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
        schemas: { Failure: jsonSchema(failure) as never },
      },
      paths: { [routes.getAds.path]: adsPath as never },
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document);
      const { who, summary, multipart } = document.route.config ?? {};
      if (!who) return { schema: { ...schema, hide: true }, url };
      return {
        url,
        schema: {
          ...schema,
          summary: summary ?? '',
          tags: [url.split('/')[1] ?? ''],
          consumes: multipart ? ['application/json', 'multipart/form-data'] : ['application/json'],
          ...(who !== 'anyone' && { security: [{ session: [] }] }),
        },
      };
    },
    transformObject: (document) =>
      withIconPart(
        'openapiObject' in document ? (document.openapiObject as never) : ({} as never),
      ) as never,
  });
}

/** `/openapi.json` and a reference page at `/docs` that asks no other host. */
export async function openApiRoutes(server: BackOffice): Promise<void> {
  const files = docsFiles(server);
  // All at once, before anybody asks; whoever comes sooner makes what it asks for.
  server.addHook('onListen', async () => {
    for (const make of files.values()) await make();
  });
  await server.register(async (scope) => {
    sendFilesFirst(scope, files);
    scope.get('/openapi.json', { schema: { hide: true }, config: { open: true } }, async () =>
      server.swagger(),
    );
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/docs',
      uiConfig: { validatorUrl: null, deepLinking: true },
      theme: { title: 'Adwarden API' },
    });
  });
}
