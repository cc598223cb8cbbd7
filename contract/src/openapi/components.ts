import { z } from 'zod';
import type { Call } from '../call.ts';
import { calls } from '../calls.ts';
import { failure } from '../envelope.ts';
import { examples } from '../examples.ts';
import { alreadyMade } from '../idempotency-key.ts';
import { refusalBodies, requestBodies, responseBodies } from '../named.ts';
import { wordsOf } from '../words/field-words.ts';

export type JsonSchema = Record<string, unknown>;
type Registry = typeof requestBodies;

const refTo = (name: string) => `#/components/schemas/${name}`;

/** The bodies of refusals that contain more than the failure, by what they contain besides. */
const wholeRefusals = new Map<z.ZodType, z.ZodType>();
for (const { stale, inTheWay, creates } of Object.values<Call>(calls)) {
  for (const more of [stale, inTheWay, creates && alreadyMade]) {
    const name = more && refusalBodies.get(more);
    if (!name || wholeRefusals.has(more)) continue;
    wholeRefusals.set(more, failure.extend(more.shape).register(responseBodies, name));
  }
}

type Side = 'input' | 'output';

/** Returns the options for zod: a schema that accepts several types is replaced by its `wire` metadata. */
const asOnTheWire = (io: Side) =>
  ({
    io,
    unrepresentable: 'any',
    override({ jsonSchema }: { jsonSchema: JsonSchema }) {
      const { wire, format } = jsonSchema;
      // Later versions may add fields to answers; without named fields, it is the type of all values.
      if (io === 'output' && jsonSchema.properties) delete jsonSchema.additionalProperties;
      // The pattern of a date repeats its format.
      if (format) delete jsonSchema.pattern;
      if (!wire) return;
      for (const key of ['wire', 'anyOf']) delete jsonSchema[key];
      Object.assign(jsonSchema, wire);
    },
  }) as const;

/**
 * Returns a schema with descriptions of its fields: their own `description`, otherwise the words of `words/`. `path` leads to
 * the schema.
 */
function withWords(schema: JsonSchema, path: readonly string[]): JsonSchema {
  const whole = { ...schema };
  for (const key of ['items', 'additionalProperties']) {
    if (isObject(whole[key])) whole[key] = withWords(whole[key], path);
  }
  // `allOf` has rules between fields, which are described already (`field-rules`).
  for (const key of ['anyOf', 'oneOf']) {
    const some = whole[key] as JsonSchema[] | undefined;
    if (some) whole[key] = some.map((one) => withWords(one, path));
  }
  const { properties } = whole as { properties?: Record<string, JsonSchema> };
  if (!properties) return whole;
  whole.properties = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const description = field.description ?? wordsOf(path, name);
      const words = description === undefined ? {} : { description };
      return [name, { ...withWords(field, [...path, name]), ...words }];
    }),
  );
  return whole;
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null;

/** Returns the JSON Schemas of the schemas of a registry, with references between them. */
function asJsonSchemas(registry: Registry, io: Side) {
  const { schemas } = z.toJSONSchema(registry, { uri: refTo, ...asOnTheWire(io) });
  return Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => {
    const example = (examples as Record<string, unknown>)[name];
    return [
      name,
      { ...withWords(schema as JsonSchema, [name]), ...(example !== undefined && { example }) },
    ] as const;
  });
}

/** Returns the JSON Schema of a zod schema without a name. */
export function inline(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, asOnTheWire('input'));
  return rest;
}

/** Returns all named schemas of the document, by their names. */
export const componentSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    [...asJsonSchemas(requestBodies, 'input'), ...asJsonSchemas(responseBodies, 'output')].sort(
      ([one], [other]) => (one < other ? -1 : 1),
    ),
  );

/** Returns the `$ref` of a body's schema; throws when the schema has no name. */
export function reference(schema: z.ZodType, call: string): { $ref: string } {
  const whole = wholeRefusals.get(schema) ?? schema;
  const named = requestBodies.get(whole) ?? responseBodies.get(whole);
  if (!named) throw new Error(`A body of ${call} has no name: register it (contract/src/named.ts)`);
  return { $ref: refTo(named.id) };
}
