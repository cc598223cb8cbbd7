/*
 * Finds what breaks a client between two OpenAPI documents. A request that the older document allows must be allowed
 * by the newer one; a response that the newer document allows must be allowed by the older one. New calls, new
 * optional fields of requests and new fields of responses break nobody.
 */

/** The part of JSON Schema that the contract uses. */
type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
} & { [name in keyof typeof bounds]?: number };
type Contents = Record<string, { schema?: Schema }>;
type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { required?: boolean; content: Contents };
  responses: Record<string, { content?: Contents }>;
};
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};
type Side = 'request' | 'response';

/** 1 where a larger number allows more, -1 where it allows less. */
const bounds = { maxLength: 1, maximum: 1, maxItems: 1, minLength: -1, minimum: -1, minItems: -1 };

/** Returns a line for each thing that breaks a client: the call, the place in it, and the difference. */
export function breakingChanges(before: OpenApi, after: OpenApi): string[] {
  const current = operationsOf(after);
  return [...operationsOf(before)].flatMap(([call, old]) => {
    const now = current.get(call);
    if (!now) return [`${call}: is gone`];
    return [
      ...faults(requestOf(old, before), requestOf(now, after), `${call} request`, 'request'),
      ...faults(responseOf(now, after), responseOf(old, before), `${call} response`, 'response'),
    ];
  });
}

/** Every operation by method and path, without the names of path parameters, which clients do not see. */
const operationsOf = ({ paths }: OpenApi) =>
  new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [
        `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`,
        operation,
      ]),
    ),
  );

/** Returns the parameters and bodies of a call as the fields of one object. Parameters of the path are named `path`. */
function requestOf({ parameters = [], requestBody }: Operation, document: OpenApi): Schema {
  const fields = parameters.map((one) => ({ ...one, name: one.in === 'path' ? 'path' : one.name }));
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const bodies = fieldsOf(requestBody?.content, '', document);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(fields.map(({ name, schema }) => [name, whole(schema, document)])),
      ...bodies,
    },
    required: [...required, ...(requestBody?.required ? Object.keys(bodies) : [])],
  };
}

/** Returns all responses of a call as the fields of one object. */
const responseOf = ({ responses }: Operation, document: OpenApi): Schema => ({
  type: 'object',
  properties: Object.assign(
    {},
    ...Object.entries(responses).map(([status, { content }]) =>
      fieldsOf(content, `${status} `, document),
    ),
  ),
});

const fieldsOf = (contents: Contents = {}, prefix: string, document: OpenApi) =>
  Object.fromEntries(
    Object.entries(contents).map(([type, { schema }]) => [prefix + type, whole(schema, document)]),
  );

/** Returns a schema with its references replaced and the parts of `allOf` merged. */
function whole(schema: Schema = {}, document: OpenApi): Schema {
  const { $ref, allOf = [], properties, items, anyOf, oneOf, ...rest } = schema;
  if ($ref) return whole(document.components?.schemas?.[$ref.split('/').at(-1) ?? ''], document);
  const own: Schema = rest;
  if (properties) {
    const entries = Object.entries(properties);
    own.properties = Object.fromEntries(entries.map(([name, one]) => [name, whole(one, document)]));
  }
  if (items) own.items = whole(items, document);
  const either = anyOf ?? oneOf;
  if (either) own.anyOf = either.map((one) => whole(one, document));
  for (const part of allOf.map((one) => whole(one, document))) {
    own.type ??= part.type ?? 'object';
    own.properties = { ...own.properties, ...part.properties };
    own.required = [...(own.required ?? []), ...(part.required ?? [])];
  }
  return own;
}

/** Returns the alternatives of a schema, each of one type; a value fits the schema if it fits one of them. */
function alternatives(schema: Schema): Schema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(alternatives);
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }));
  return [schema];
}

/** Explains why some values of `given` do not fit `taker`. In a request `given` is the older schema, in a response the newer. */
function faults(given: Schema, taker: Schema, place: string, side: Side): string[] {
  return alternatives(given).flatMap((one) =>
    alternatives(taker)
      .map((other) => faultsOfOne(one, other, place, side))
      .reduce((best, next) => (next.length < best.length ? next : best)),
  );
}

function faultsOfOne(given: Schema, taker: Schema, place: string, side: Side): string[] {
  const inOrder = <T>(one: T, other: T) => (side === 'request' ? [one, other] : [other, one]);
  const found: string[] = [];
  const refuse = (what: string, one: unknown, other: unknown) => {
    const [was = 'anything', is = 'anything'] = inOrder(one, other);
    found.push(`${place}: ${what} was ${was}, is ${is}`);
  };
  const isWhole = given.type === 'integer' && taker.type === 'number';
  if (taker.type && given.type !== taker.type && !isWhole) refuse('type', given.type, taker.type);
  const [values, taken] = [given, taker].map(
    ({ const: only, enum: many }) => many ?? (only === undefined ? undefined : [only]),
  );
  if (taken && !values?.every((value) => taken.includes(value))) refuse('enum', values, taken);
  if (taker.pattern && given.pattern !== taker.pattern)
    refuse('pattern', given.pattern, taker.pattern);
  for (const [name, sign] of Object.entries(bounds) as [keyof typeof bounds, number][]) {
    const most = (taker[name] ?? sign * Infinity) * sign;
    if ((given[name] ?? sign * Infinity) * sign > most) refuse(name, given[name], taker[name]);
  }
  if (taker.items) found.push(...faults(given.items ?? {}, taker.items, `${place}[]`, side));
  const [old, now] = inOrder(given.properties ?? {}, taker.properties ?? {});
  for (const name of Object.keys(old ?? {})) {
    const [one, other] = [given.properties?.[name], taker.properties?.[name]];
    if (!now?.[name]) found.push(`${place}.${name}: is gone`);
    else if (one && other) found.push(...faults(one, other, `${place}.${name}`, side));
  }
  for (const name of taker.required ?? []) {
    if (given.required?.includes(name) || !now?.[name]) continue;
    found.push(`${place}.${name}: ${side === 'request' ? 'is required now' : 'may be absent now'}`);
  }
  return found;
}
