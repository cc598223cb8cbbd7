import { adsSchemaPath } from '../ads-schema.ts';
import { accountInAddress, appAdsPath } from '../app-ads/app-ads.ts';
import type { Call } from '../call.ts';
import { type CallName, calls } from '../calls.ts';
import { sentEvent } from '../notifications/sent-event.ts';
import { componentSchemas, reference } from './components.ts';
import {
  type Operation,
  operationOf,
  parametersOf,
  type Response,
  refusalResponses,
} from './operations.ts';

type PathItem = Record<string, Operation>;

/** The first part of a path: 'apps' of '/apps/export'. */
type FirstPart<Path extends string> = Path extends `/${infer Part}/${string}`
  ? Part
  : Path extends `/${infer Part}`
    ? Part
    : never;

/** The tags: the subject of the calls, by the first part of their paths. */
const tags: Record<FirstPart<(typeof calls)[CallName]['path']> | 'operation', string> = {
  admin: 'Signing in and out, and the administrator’s own password',
  admins: 'Administrators: who they are, adding, disabling and removing them',
  api: 'The public ads endpoint',
  apiKeys: 'API keys: with one, a program makes calls as a person',
  'app-ads': 'app-ads.txt: the lines and the site of each account, and what the site has',
  apps: 'Apps, their tokens, countries, usage and traffic',
  batches: 'One change of many apps: preview, progress, cancel and undo',
  bell: 'The bell: what the caller should know of',
  category: 'The store categories',
  changeRequests: 'Scheduled changes and approvals',
  changes: 'The log of changes, undo and restore',
  config: 'The global settings',
  doctor: 'The system check: what is wrong with the installation, why it matters and what to do',
  edges: 'Edges: machines that answer ads and follow an office elsewhere',
  findings: 'What is probably wrong with apps and with the installation',
  invitations: 'Invitations: links with which people set the password of their account',
  mail: 'E-mail: a daily mail of new errors',
  operation: 'Health, metrics, icons and this document',
  pauses: 'Pauses: stopping ads at once, and resuming them',
  sessions:
    'Open sessions, second factors and single sign-on: where somebody is signed in, and what a sign-in asks for beside or instead of the password',
  user: 'App owners: signing in, their accounts and their apps',
  views: 'Saved views of lists',
  webhooks: 'Webhooks: addresses of other programs that are told what happens',
};

const text = (description: string): Response => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' } } },
});
const header = (description: string) => ({ description, schema: { type: 'string' } });

/** Builds the ads endpoint. It also answers HEAD and OPTIONS, sends 304, and its answers have caching headers (ADR 30). */
function adsPath(): PathItem {
  const get = operationOf('getAds');
  const headers = {
    ETag: header('The tag of this answer; with IP rules it contains the caller'),
    'Cache-Control': header('`public`, or `private` for an app with IP rules'),
  };
  const ifNoneMatch = {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags of answers that the client has',
    required: false,
    schema: { type: 'string' },
  } as const;
  const withParameters = { ...get, parameters: [...(get.parameters ?? []), ifNoneMatch] };
  const { 500: _, ...refusals } = refusalResponses(['invalid', 'wrong-credentials', 'unavailable']);
  const ok = {
    ...get.responses[200],
    description: 'The verdict in `adsStatus`; ad units are empty when it is `off`',
    headers,
  };
  const notModified = { description: 'Not changed since the given ETag', headers };
  const withoutContent = ({ description, headers }: Response) => ({
    description,
    ...(headers && { headers }),
  });
  return {
    get: { ...withParameters, responses: { 200: ok, 304: notModified, ...refusals } },
    head: {
      ...withParameters,
      operationId: 'headAds',
      summary: 'The headers of the answer of getAds',
      description: 'The status and headers of `GET`, without its body.',
      responses: Object.fromEntries(
        Object.entries({ 200: ok, 304: notModified, ...refusals }).map(([status, response]) => [
          status,
          withoutContent(response),
        ]),
      ),
    },
    options: {
      ...get,
      operationId: 'optionsAds',
      summary: 'CORS preflight of getAds',
      description: 'Open to every origin.',
      parameters: [],
      responses: {
        204: { description: 'Allowed methods and headers' },
        400: refusals[400] as Response,
      },
    },
  };
}

function operation(operationId: string, summary: string, responses: Operation['responses']) {
  return {
    operationId,
    tags: ['operation'],
    summary,
    description: `${summary}. Everybody may call it.`,
    security: [],
    responses,
  };
}

const state = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] };
const asJson = (description: string, schema: object): Response => ({
  description,
  content: { 'application/json': { schema } },
});

/** Builds the paths that are not calls of the contract, such as the health checks. */
function operationPaths(): Record<string, PathItem> {
  const notFound = refusalResponses(['not-found']);
  const metrics = operation('metrics', 'Metrics for Prometheus', {
    200: text('The text format of Prometheus'),
    ...notFound,
  });
  return {
    '/healthz': {
      get: operation('health', 'Whether the process is alive', {
        200: asJson('It is alive', state),
        503: asJson('Its supervisor does not answer', state),
        ...refusalResponses(['internal', 'invalid']),
      }),
    },
    '/readyz': {
      get: operation('readiness', 'Whether this node can take requests', {
        200: asJson(
          'It serves ads; `degraded` while something does not work. With METRICS_TOKEN also the reason, the version and more',
          state,
        ),
        503: asJson('No ads are loaded yet, or it is stopping', state),
        ...refusalResponses(['invalid']),
      }),
    },
    '/metrics': {
      get: {
        ...metrics,
        description:
          'With METRICS_TOKEN as bearer token. At METRICS_PORT, on the machine itself, without one.',
        security: [{ metricsToken: [] }],
      },
    },
    '/icons/{file}': {
      get: {
        ...operation('icon', 'An icon, by the path in an app’s answer', {
          200: { description: 'The icon', content: { 'image/webp': { schema: {} } } },
          304: { description: 'Not changed since the given ETag' },
          ...notFound,
        }),
        parameters: [
          {
            name: 'file',
            in: 'path',
            description: 'The name of the icon',
            required: true,
            schema: { type: 'string', pattern: '^[0-9a-f]{64}\\.webp$' },
          },
        ],
      },
    },
    [appAdsPath]: {
      get: {
        ...operation('appAdsFile', 'The app-ads.txt of an account, to be published on its site', {
          200: text('The lines, in the format of the IAB'),
          ...refusalResponses(['invalid', 'not-found', 'unavailable']),
        }),
        parameters: parametersOf(accountInAddress, 'query'),
      },
    },
    '/openapi.json': {
      get: operation('openapi', 'This document', {
        200: asJson('OpenAPI 3.1', { type: 'object' }),
        ...refusalResponses(['invalid']),
      }),
    },
    [adsSchemaPath]: {
      get: operation('adsSchema', 'The JSON Schema of the ads answer, for clients', {
        200: asJson('JSON Schema 2020-12', { type: 'object' }),
        ...refusalResponses(['invalid']),
      }),
    },
  };
}

function contractPaths(): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const [name, { method, path }] of Object.entries(calls) as [CallName, Call][]) {
    const place = path.replace(/:(\w+)/, '{$1}');
    paths[place] = { ...paths[place], [method.toLowerCase()]: operationOf(name) };
  }
  return paths;
}

/** The headers of each request to a receiver of webhooks: of Standard Webhooks, and Adwarden's own (ADR 94). */
const webhookHeaders: Record<string, string> = {
  'webhook-id': 'The id of the event, the same when it is sent again',
  'webhook-timestamp': 'When it was sent, in seconds since 1970',
  'webhook-signature':
    'v1, a comma, and the base64 of the HMAC-SHA256 of id, dot, timestamp, dot and body, with the key that is in the secret as base64',
  'Adwarden-Event': 'The type of the event',
  'Adwarden-Event-Id': 'As webhook-id',
  'Adwarden-Signature':
    't=…,v1=…: when it was sent, in seconds since 1970, and the hex of the HMAC-SHA256 of that, dot and body, with the whole secret as key',
};

/** Builds the requests that receivers of webhooks get. */
function webhooks(): Record<string, PathItem> {
  const parameters = Object.entries(webhookHeaders).map(
    ([name, description]) =>
      ({ name, in: 'header', description, required: true, schema: { type: 'string' } }) as const,
  );
  const post: Operation = {
    operationId: 'event',
    tags: ['webhooks'],
    summary: 'Something has happened',
    description:
      'Sent to the webhooks whose format is `json`, in order and at least once. `id` is the same when it is sent again.',
    security: [],
    parameters,
    requestBody: {
      description: 'The event',
      required: true,
      content: { 'application/json': { schema: reference(sentEvent, 'a webhook') } },
    },
    responses: { 204: { description: 'Taken; any 2xx will do' } },
  };
  return { event: { post } };
}

/** Builds the OpenAPI 3.1 document of all paths from the contract only. `basePath` is where the server is: '' at the root. */
export function openApiDocument(version: string, basePath = '') {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Adwarden',
      version,
      description: 'Back office and ads endpoint for publishers of mobile apps.',
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
      contact: { name: 'The operator of this installation' },
    },
    servers: [{ url: basePath || '/', description: 'The server that this document comes from' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ session: [] }, { apiKey: [] }],
    paths: { ...contractPaths(), [calls.getAds.path]: adsPath(), ...operationPaths() },
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a sign-in.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'adw_ and 40 letters and digits',
          description:
            'An API key, which acts as its person. A call says which scope the key needs, or that no key may make it.',
        },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'The setting METRICS_TOKEN.' },
      },
      schemas: componentSchemas(),
    },
  };
}
