import { z } from 'zod';

/** Sentences of the OpenAPI document about the parameters of paths and queries. They stand on the parameters' schemas. */
const words = z.registry<{ description: string }>();

/** Returns the schema of a parameter with its description. A body that takes the same schema has words of its own (`words/`). */
export function parameter<T extends z.ZodType>(description: string, schema: T): T {
  const before = words.get(schema)?.description;
  if (before !== undefined && before !== description) {
    throw new Error(`One parameter has two descriptions: “${before}”, “${description}”`);
  }
  words.add(schema, { description });
  return schema;
}

/** Returns the description of a parameter, or undefined without one. */
export const descriptionOf = (schema: z.ZodType): string | undefined =>
  words.get(schema)?.description;
