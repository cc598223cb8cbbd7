import { expect, test } from 'vitest';
import { z } from 'zod';
import { parameter } from '../parameters.ts';
import { openApiDocument } from './document.ts';
import { parametersOf } from './operations.ts';

/* Every parameter says what it is, and no two different ones say the same. */

type Found = { path: string; name: string; in: string; description: string; kind: string };

/** Returns the schema of a parameter without what differs between lists: the default, and the columns that sort. */
function kindOf(name: string, { default: _, ...schema }: Record<string, unknown>): string {
  const { enum: __, ...rest } = schema;
  return JSON.stringify(name === 'sort' ? rest : schema);
}

const found: Found[] = Object.entries(openApiDocument('0.0.0').paths).flatMap(([path, item]) =>
  Object.values(item)
    .flatMap(({ parameters = [] }) => parameters)
    .map(({ name, in: place, description, schema }) => ({
      path,
      name,
      in: place,
      description,
      kind: kindOf(name, schema),
    })),
);
/** Returns the descriptions whose parameters differ in something. */
const differing = (of: (parameter: Found) => string, parameters = found) =>
  [...Map.groupBy(parameters, ({ description }) => description)]
    .map(([description, all]) => [description, ...new Set(all.map(of))])
    .filter(({ length }) => length > 2);

test('the document has parameters of many calls', () => {
  expect(found.length).toBeGreaterThan(200);
});

test('every parameter has a description', () => {
  expect(found.filter(({ description }) => !/^[A-Z]\S* \S/.test(description))).toEqual([]);
});

test('no description stands for two names or two kinds of values', () => {
  expect(differing(({ name }) => name)).toEqual([]);
  expect(differing(({ kind }) => kind)).toEqual([]);
});

test('no description of a path stands for things of two nouns', () => {
  const ofPaths = found.filter(({ in: place }) => place === 'path');
  expect(differing(({ path }) => path.split('/')[1] ?? '', ofPaths)).toEqual([]);
});

test('a parameter without a description is an error that names it', () => {
  const schema = z.object({ tide: z.string() });
  expect(() => parametersOf(schema, 'query')).toThrow('The parameter tide has no description');
});

test('a schema cannot have two descriptions', () => {
  const schema = z.string();
  expect(parameter('The tide', schema)).toBe(parameter('The tide', schema));
  expect(() => parameter('The harbour', schema)).toThrow('two descriptions');
});
