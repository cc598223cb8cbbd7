import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApiDocument } from '../openapi/document.ts';
import { fieldWords, placeOf } from './field-words.ts';

/* Every field of requests and answers says what it means, and no two different things are said alike (ADR 94). */

type Schema = Record<string, unknown>;
type Field = { path: string[]; name: string; schema: Schema };

const { components } = openApiDocument('0.0.0');
const named = components.schemas as Record<string, Schema>;

/** Returns all fields of a schema, at any depth; not those of schemas that it refers to, nor the rules between fields (`allOf`). */
function fieldsOf(schema: unknown, path: string[]): Field[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => fieldsOf(one, path));
  if (typeof schema !== 'object' || schema === null) return [];
  const { example: _, allOf: __, properties = {}, ...rest } = schema as Schema;
  return [
    ...Object.entries(properties as Record<string, Schema>).flatMap(([name, field]) => [
      { path, name, schema: field },
      ...fieldsOf(field, [...path, name]),
    ]),
    ...Object.values(rest).flatMap((inner) => fieldsOf(inner, path)),
  ];
}
const fields = Object.entries(named).flatMap(([name, schema]) => fieldsOf(schema, [name]));
const sayWhere = ({ path, name }: Field) => [...path, name].join('.');

/** Returns the kind of value of a field, without null: the name of a schema, or a type. */
function kindOf({ $ref, type, anyOf, enum: values, const: value, items }: Schema): string {
  if ($ref) return String($ref);
  if (items) return `list of ${kindOf(items as Schema)}`;
  const some = (anyOf ?? []) as Schema[];
  if (some.length > 0) return [...new Set(some.map(kindOf))].filter((one) => one !== 'null').join();
  const given = type ?? typeof ((values as unknown[] | undefined)?.[0] ?? value);
  const kinds = [given].flat().filter((one) => one !== 'null');
  return kinds.join().replace('integer', 'number');
}

/** Returns the values that a field may have; null when it may have any. */
const valuesOf = ({ enum: values, const: value, anyOf }: Schema): unknown[] | null => {
  const found = (values ?? (value === undefined ? null : [value])) as unknown[] | null;
  const [first] = ((anyOf ?? []) as Schema[]).filter(({ type }) => type !== 'null');
  return found ?? (first ? valuesOf(first) : null);
};

test('the document has hundreds of fields', () => {
  expect(fields.length).toBeGreaterThan(1_000);
});

test('every field has a sentence', () => {
  const without = fields.filter(({ schema }) => !/^\S.*\.$/.test(String(schema.description ?? '')));
  expect([...new Set(without.map(sayWhere))]).toEqual([]);
});

test('no two schemas have one name', () => {
  const root = new URL('../', import.meta.url);
  const files = globSync('**/*.ts', { cwd: root.pathname }).filter(
    (file) => !/test|named/.test(file),
  );
  const code = files.map((file) => readFileSync(new URL(file, root), 'utf8')).join('\n');
  const names = [...code.matchAll(/Bodies,\s*\{\s*id: '(\w+)'/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('a sentence is short', () => {
  const long = fields.filter(({ schema }) => String(schema.description).length > 160);
  expect(long.map(sayWhere)).toEqual([]);
});

test('no sentence stands for two kinds of values', () => {
  const byWords = Map.groupBy(
    fields.filter(({ name }) => !['data', 'status', 'success'].includes(name)),
    ({ schema }) => schema.description,
  );
  const mixed = [...byWords].filter(([, same]) => {
    const kinds = new Set(same.map(({ schema }) => kindOf(schema)));
    const lists = same.map(({ schema }) => valuesOf(schema)).filter((values) => values !== null);
    const [first = []] = lists;
    const isOneChoice = lists.every((values) => values.some((value) => first.includes(value)));
    // The forms of one schema, told apart by this field, have a value each.
    const isOneField = new Set(same.map(sayWhere)).size === 1;
    return kinds.size > 1 || !(isOneChoice || isOneField);
  });
  expect(mixed.map(([words, same]) => [words, ...new Set(same.map(sayWhere))])).toEqual([]);
});

test('no sentence stands for two fields', () => {
  const all = Object.entries(fieldWords).flatMap(([place, words]) =>
    Object.entries(words).map(([field, sentence]) => ({ where: `${place}.${field}`, sentence })),
  );
  const twice = [...Map.groupBy(all, ({ sentence }) => sentence).values()].filter(
    ({ length }) => length > 1,
  );
  expect(twice.map((same) => same.map(({ where }) => where))).toEqual([]);
});

test('every sentence is of a field that there is', () => {
  const used = new Set(fields.map(({ path, name }) => `${placeOf(path, name)}.${name}`));
  const all = Object.entries(fieldWords).flatMap(([place, words]) =>
    Object.keys(words).map((field) => `${place}.${field}`),
  );
  expect(all.filter((place) => !used.has(place))).toEqual([]);
});
