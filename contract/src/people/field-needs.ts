import { z } from 'zod';
import type { Ability } from './abilities.ts';

/**
 * The ability that setting a field needs. It is registered where the field stands: `choice(…).register(fieldNeeds,
 * { ability: 'set-ip-rules' })`. A person who may edit an app may set all fields that are not registered.
 */
export const fieldNeeds = z.registry<{ ability: Ability }>();

/** The fields of bodies that calls with an API key must not have (ADR 129), registered where they stand. */
export const closedToKeys = z.registry<{ why: string }>();

/** Returns the fields of a body that are closed to keys, each with why. */
export function fieldsClosedToKeys(body: z.ZodType | undefined): Record<string, string> {
  const schema = body instanceof z.ZodPipe ? body.out : body;
  if (!(schema instanceof z.ZodObject)) return {};
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]) => {
      const bare = field instanceof z.ZodOptional ? [field, field.unwrap()] : [field];
      const closed = bare.map((one) => closedToKeys.get(one as z.ZodType)).find(Boolean);
      return closed ? [[name, closed.why]] : [];
    }),
  );
}
