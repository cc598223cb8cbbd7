import type { z } from 'zod';
import type { Call } from '../call.ts';
import { type CallName, calls } from '../calls.ts';

/** A field of a body, and the maximum length of its text. */
export type BodyField = { name: string; maxLength: number | undefined };

/** Returns the fields of an object schema. */
export function fieldsOf(schema: z.ZodType): BodyField[] {
  const { properties = {} } = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as {
    properties?: Record<string, { maxLength?: number; anyOf?: { maxLength?: number }[] }>;
  };
  return Object.entries(properties).map(([name, { maxLength, anyOf = [] }]) => ({
    name,
    maxLength: maxLength ?? anyOf.find((either) => either.maxLength !== undefined)?.maxLength,
  }));
}

/** Every call with a body: its schema and its fields. */
export const bodies = (Object.entries(calls) as [CallName, Call][]).flatMap(([name, { body }]) =>
  body ? [{ name, schema: body, fields: fieldsOf(body) }] : [],
);
