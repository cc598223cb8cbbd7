import type { z } from 'zod';
import { bodyBytesOf, type Call, isBudgeted } from '../call.ts';
import { type CallName, calls } from '../calls.ts';
import { type ErrorCode, errorStatus } from '../error-codes.ts';
import { alreadyMade, idempotencyHeader, idempotencyKey } from '../idempotency-key.ts';
import { limits } from '../limits.ts';
import { descriptionOf } from '../parameters.ts';
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

/** The sentence about viewers in the summary of an administrators' call, by whether viewers may make it. */
const ofViewers = {
  true: ' Viewers may call it, and get no secrets.',
  false: ' Not for viewers.',
  undefined: '',
};

/** Returns the sentence about API keys in the summary of a call. */
const ofKeys = ({ keys }: Call): string => {
  if (keys === undefined) return '';
  return keys === false ? ' Not with an API key.' : ` An API key needs the scope ${keys}.`;
};

const again = 'The caller may have to confirm first that it is them: a 403 with `again`.';
/** The sentence about being asked again in the summary of a call. */
function ofAgain({ asksAgain }: Call): string {
  if (asksAgain === undefined) return '';
  if (asksAgain === 'others') return ` For something of somebody else: ${again}`;
  if (typeof asksAgain === 'string') return ` ${again}`;
  const fields = asksAgain.with.map((field) => `\`${field}\``).join(' or ');
  return ` With ${fields}: ${again}`;
}

const who = {
  anyone: 'Everybody may call it.',
  'signed-in': 'For administrators, and for owners with their own apps.',
  admin: 'For administrators.',
  user: 'For owners.',
} as const;

/** The meaning of each error code for a client. */
const refusalDescriptions: Record<ErrorCode, string> = {
  invalid: 'A field, parameter or body is wrong; `errors` names the fields',
  'not-signed-in': 'Not signed in, or the session has ended (`token` is false)',
  'wrong-credentials': 'The credentials are wrong',
  'second-factor': 'The password is right; `secondFactor` says how the sign-in goes on',
  forbidden: 'Signed in, but not allowed to call this',
  'not-found': 'It does not exist, or belongs to somebody else',
  conflict: 'The value is in use, or the thing exists already; `errors` names the field',
  stale: 'Somebody else saved a newer version; `current` contains it',
  'change-request':
    'A change request is in the way, or could not be applied; `changeRequest` contains it',
  'already-made':
    'The first call with this `Idempotency-Key` had other values, or what it has created is deleted or cannot be shown again; `made` has its id',
  'too-large': 'The body or the icon is too large',
  'unsupported-type': 'The body is neither JSON nor an accepted form',
  'too-many': 'Too many calls at once or in a period; `Retry-After` says when to try again',
  internal: 'An error in the server; it is in the log under `id`',
  unavailable: 'The database is down or busy; `Retry-After` says when to try again',
};
const withRetryAfter = new Set<ErrorCode>(['too-many', 'unavailable']);

const failure = { $ref: '#/components/schemas/Failure' };
const json = (schema: object): Content => ({ 'application/json': { schema } });

const keyParameter: Parameter = (() => {
  const { description, ...schema } = inline(idempotencyKey);
  return {
    name: idempotencyHeader,
    in: 'header',
    description: String(description),
    required: false,
    schema,
  };
})();

/** Returns the error codes of a call: those that follow from who may make it and from its schemas, and its own `refusals`. */
function refusalsOf(call: Call) {
  const { who, method, setsUp, asksAgain, refusals = [], creates, stale, inTheWay, keys } = call;
  // A body is read, and refused, also where the call needs none.
  const hasBody = method !== 'GET';
  const codes: ErrorCode[] = [
    // Every call is refused whose address has an API key.
    'invalid',
    ...(who === 'anyone' ? [] : (['not-signed-in'] as const)),
    ...(who === 'admin' || who === 'user' || (who === 'signed-in' && (!setsUp || asksAgain))
      ? (['forbidden'] as const)
      : []),
    ...(hasBody ? (['too-large', 'unsupported-type'] as const) : []),
    ...refusals,
    ...(isBudgeted(call) || keys ? (['too-many'] as const) : []),
    ...(stale ? (['stale'] as const) : []),
    ...(inTheWay ? (['change-request'] as const) : []),
    ...(creates ? (['conflict', 'already-made'] as const) : []),
    'internal',
    'unavailable',
  ];
  return [...new Set(codes)];
}

/** Builds the error codes as responses; codes with the same status share one. `bodies` are those with further fields. */
export function refusalResponses(
  codes: readonly ErrorCode[],
  bodies: Partial<Record<ErrorCode, object>> = {},
): Record<string, Response> {
  const responses: Record<string, Response> = {};
  const schemas = Map.groupBy(codes, (code) => errorStatus[code]);
  for (const code of codes) {
    const status = errorStatus[code];
    const before = responses[status];
    responses[status] = {
      description: before
        ? `${before.description}. ${refusalDescriptions[code]}`
        : refusalDescriptions[code],
      ...(withRetryAfter.has(code) && {
        headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
      }),
      content: json(anyOf((schemas.get(status) ?? []).map((each) => bodies[each] ?? failure))),
    };
  }
  return responses;
}

/** Builds a choice of several schemas, each named once. */
function anyOf(schemas: object[]): object {
  const [first = failure, ...others] = new Set(schemas);
  return others.length > 0 ? { anyOf: [first, ...others] } : first;
}

/** Returns the fields of an object schema as OpenAPI parameters. A field without a description is an error. */
export function parametersOf(schema: z.ZodType, place: 'path' | 'query'): Parameter[] {
  const { properties = {}, required = [] } = inline(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const { shape } = schema as z.ZodObject;
  return Object.entries(properties).map(([name, property]) => {
    const description = descriptionOf(shape[name] as z.ZodType);
    if (!description) throw new Error(`The parameter ${name} has no description: parameter(…)`);
    return {
      name,
      in: place,
      description,
      required: place === 'path' || required.includes(name),
      schema: property,
    };
  });
}

/** The bytes of a file. Generators of clients know them by `format`, programs of JSON Schema by `contentMediaType`. */
const bytes = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
const iconPart = {
  type: 'object',
  properties: {
    icon: {
      ...bytes,
      description: 'PNG, JPEG, WebP, GIF or AVIF, at most 2 MB',
    },
  },
};
const filePart = {
  type: 'object',
  properties: {
    file: {
      ...bytes,
      description: `CSV (UTF-8 or UTF-16; separated by comma, semicolon or tab) or JSON, at most ${limits.import.bytes / 1024 / 1024} MB`,
    },
  },
  required: ['file'],
};

/** Builds the content of a multipart form. An app's form also has an icon, that of an import a file. */
function formContent({ takesFile, holds }: Call, schema: { $ref: string }): Content {
  const part = takesFile ? filePart : holds === 'app' ? iconPart : null;
  return { 'multipart/form-data': { schema: part ? { allOf: [schema, part] } : schema } };
}

/** Builds the content of a 200: JSON, a file that is CSV or JSON, or a stream of events. */
function answerContent({ answer, file, events }: Call, name: CallName): Content {
  return {
    ...json(reference(answer, name)),
    ...(file && { 'text/csv': { schema: { type: 'string' } } }),
    ...(events && { 'text/event-stream': { schema: { type: 'string' } } }),
  };
}

/** Builds the OpenAPI operation of a call. */
export function operationOf(name: CallName): Operation {
  const call: Call = calls[name];
  const { params, query, body, shownBody = body, accepted, stale, inTheWay } = call;
  const parameters = [
    ...(params ? parametersOf(params, 'path') : []),
    ...(query ? parametersOf(query, 'query') : []),
    ...(call.creates ? [keyParameter] : []),
  ];
  return {
    operationId: name,
    tags: [call.path.split('/')[1] ?? ''],
    summary: call.summary,
    description: `${call.summary}. ${who[call.who]}${ofViewers[`${call.viewers}`]}${ofKeys(call)}${ofAgain(call)}`,
    security:
      call.who === 'anyone' ? [] : [{ session: [] }, ...(call.keys ? [{ apiKey: [] }] : [])],
    ...(parameters.length > 0 && { parameters }),
    ...(body &&
      shownBody && {
        requestBody: {
          description: call.takesFile
            ? 'A form with a file.'
            : `At most ${bodyBytesOf(call) / 1024} KiB as JSON.`,
          required: call.takesFile === true || !body.safeParse({}).success,
          content: {
            ...(!call.takesFile && json(reference(shownBody, name))),
            ...(call.multipart && formContent(call, reference(shownBody, name))),
          },
        },
      }),
    responses: {
      200: { description: 'Success', content: answerContent(call, name) },
      ...(accepted && {
        202: {
          description: 'Nothing has changed yet: an administrator must approve it',
          content: json(reference(accepted, name)),
        },
      }),
      ...refusalResponses(refusalsOf(call), {
        ...(stale && { stale: reference(stale, name) }),
        ...(inTheWay && { 'change-request': reference(inTheWay, name) }),
        ...(call.creates && { 'already-made': reference(alreadyMade, name) }),
      }),
    },
  };
}
