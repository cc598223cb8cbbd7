import type { z } from 'zod';
import { type Call, calls } from '../calls.ts';
import { type ErrorCode, errorStatus } from '../error-codes.ts';
import { isBudgeted, type Route } from '../route.ts';
import { bodyBytesOf, type RouteName, routes } from '../routes.ts';
import { inline, type JsonSchema, reference } from './components.ts';

type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  required: boolean;
  schema: JsonSchema;
};
type Content = Record<string, { schema: object }>;
export type Response = { description: string; content?: Content; headers?: object };
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { description: string; required: boolean; content: Content };
  responses: Record<string, Response>;
};

const who = {
  anyone: 'Anyone may call it.',
  'signed-in': 'For administrators, and for owners as far as their own apps go.',
  admin: 'For administrators.',
  user: 'For owners.',
} as const;

/** What a parameter means; one that is not here is a column's filter. */
const parameterWords: Record<string, string> = {
  id: 'The id of the user',
  userID: 'The login id of the owner',
  appID: 'The app ID',
  authToken: 'The auth token',
  seq: 'The number of the entry in the log',
  page: 'The page, from 0',
  pageSize: 'Rows of a page',
  search: 'Only rows that hold this text',
  sort: 'A column; with - before it the order is descending',
  noOfAppsFrom: 'Owners of this many applications or more',
  noOfAppsTo: 'Owners of this many applications or fewer',
  createdFrom: 'Made at this time or later; a date means its first moment in UTC',
  createdTo: 'Made at this time or earlier; a date means its last moment in UTC',
  from: 'At this time or later; a date means its first moment in UTC',
  to: 'At this time or earlier; a date means its last moment in UTC',
  gone: 'Only the deletes of what is gone still',
  with: 'What to add to each row',
  days: 'Days up to today',
};

/** What each reason to refuse means to a client. */
const refusalWords: Record<ErrorCode, string> = {
  invalid: 'A field, parameter or body is wrong; `errors` names the fields',
  'not-signed-in': 'Not signed in, or the session is over (`token` is false)',
  'wrong-credentials': 'The credentials are wrong',
  forbidden: 'Signed in, but not allowed',
  'not-found': 'There is no such thing, or it is somebody else’s',
  conflict: 'Taken, or there already; `errors` names the field',
  stale: 'Somebody was faster; `current` is what it is now',
  'too-large': 'The body or the icon is too large',
  'unsupported-type': 'The body is neither JSON nor, where one is taken, a form',
  'too-many': 'Too many at once or in a time; `Retry-After` says when to try again',
  internal: 'A fault of the server; `id` finds it in the log',
  unavailable: 'The database is gone or busy; `Retry-After` says when to try again',
};
const withRetryAfter = new Set<ErrorCode>(['too-many', 'unavailable']);

const failure = { $ref: '#/components/schemas/Failure' };
const json = (schema: object): Content => ({ 'application/json': { schema } });

/** Why a call may refuse: what follows from its route and schemas, and what it names itself. */
function refusalsOf(route: Route, { params, query, body, refusals = [], stale }: Call) {
  const { who, method } = route;
  const takesBody = method === 'POST' || method === 'PUT';
  const codes: ErrorCode[] = [
    ...(params || query || takesBody ? (['invalid'] as const) : []),
    ...(who === 'anyone' ? [] : (['not-signed-in'] as const)),
    ...(who === 'admin' || who === 'user' ? (['forbidden'] as const) : []),
    ...(takesBody && body ? (['too-large', 'unsupported-type'] as const) : []),
    ...refusals,
    ...(isBudgeted(route) ? (['too-many'] as const) : []),
    ...(stale ? (['stale'] as const) : []),
    'internal',
    'unavailable',
  ];
  return [...new Set(codes)];
}

/** The refusals as responses; two reasons of one status share a response. `stale` is the body of a stale edit's. */
export function refusalResponses(
  codes: readonly ErrorCode[],
  stale?: object,
): Record<string, Response> {
  const responses: Record<string, Response> = {};
  for (const code of codes) {
    const status = errorStatus[code];
    const before = responses[status];
    responses[status] = {
      description: before ? `${before.description}. ${refusalWords[code]}` : refusalWords[code],
      ...(withRetryAfter.has(code) && {
        headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
      }),
      content: json(
        code === 'stale' && stale ? (before ? { anyOf: [failure, stale] } : stale) : failure,
      ),
    };
  }
  return responses;
}

/** An object schema's fields as parameters. */
export function parametersOf(schema: z.ZodType, place: 'path' | 'query'): Parameter[] {
  const { properties = {}, required = [] } = inline(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    description: parameterWords[name] ?? `Only rows with this in ${name}`,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** A form's fields as parts; an app's icon is one more, as bytes. */
function formContent(name: RouteName, schema: { $ref: string }): Content {
  const takesIcon = name === 'addApp' || name === 'updateApp';
  const icon = {
    type: 'object',
    properties: {
      icon: {
        contentMediaType: 'application/octet-stream',
        description: 'PNG, JPEG, WebP, GIF or AVIF, at most 2 MB',
      },
    },
  };
  return { 'multipart/form-data': { schema: takesIcon ? { allOf: [schema, icon] } : schema } };
}

/** A call of the contract as an operation of OpenAPI. */
export function operationOf(name: RouteName): Operation {
  const route: Route = routes[name];
  const call: Call = calls[name];
  const { params, query, body, answer } = call;
  const parameters = [
    ...(params ? parametersOf(params, 'path') : []),
    ...(query ? parametersOf(query, 'query') : []),
  ];
  return {
    operationId: name,
    tags: [route.path.split('/')[1] ?? ''],
    summary: route.summary,
    description: `${route.summary}. ${who[route.who]}`,
    security: route.who === 'anyone' ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        description: `At most ${bodyBytesOf(name) / 1024} KiB as JSON.`,
        required: !body.safeParse({}).success,
        content: {
          ...json(reference(body, name)),
          ...(route.multipart && formContent(name, reference(body, name))),
        },
      },
    }),
    responses: {
      200: { description: 'Done', content: json(reference(answer, name)) },
      ...refusalResponses(refusalsOf(route, call), call.stale && reference(call.stale, name)),
    },
  };
}
