import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { breakingChanges, type OpenApi } from './support/openapi-changes.ts';
import { readDocument } from './support/trace.ts';

/* What was released stays good for clients, and a release is whole: version, changelog, stored document. */

const json = (path: string) => JSON.parse(readDocument(path));
const { version, workspaces, engines, dependencies } = json('package.json');
const releases = readdirSync(fileURLToPath(new URL('../docs/releases', import.meta.url)));

/** What differs for clients of a release all the same, and why that was decided or does not matter. */
const exceptions: Record<string, [RegExp, string][]> = {
  '0.1.0': [
    [
      / answer\..*: pattern was .*, is anything$/,
      'times are the same texts, described without a pattern',
    ],
    [
      /question\.(\S+\.)?(path|page|pageSize|days|\S+\.version|\S+\.keepOldForDays): (type|minimum|maximum) /,
      'described as the whole numbers within bounds that the server always checked; digits in a text still pass',
    ],
    [/^GET \/icons\/\{\} question\.path: pattern /, 'another file name was and is 404'],
    [
      / question\.application\/json\.icon: is gone$/,
      'an icon as text was ignored and is refused by name',
    ],
    [/^GET \/changes answer\.\S+ \S+\.(action|entity): enum /, 'the log has more to tell'],
    [
      /^POST \/changes\/\{\}\/restore answer\..*\.(entity: enum|app: is gone)/,
      'configurations and the API method can be restored, too; apps and users are answered as before',
    ],
  ],
  '0.2.0': [[/^GET \/changes answer\.\S+ \S+\.(action|entity): enum /, 'the log has more to tell']],
};

test.each(releases)('clients of %s go on working', (release) => {
  const before: OpenApi = json(`docs/releases/${release}/openapi.json`);
  const faults = breakingChanges(before, json('docs/openapi.json'));
  const allowed = exceptions[release] ?? [];
  expect(faults.filter((fault) => !allowed.some(([pattern]) => pattern.test(fault)))).toEqual([]);
  const unused = allowed.filter(([pattern]) => !faults.some((fault) => pattern.test(fault)));
  expect(unused, 'exceptions for nothing').toEqual([]);
});

test('this version is in the changelog with its day, and its document is stored', () => {
  const changelog = readDocument('CHANGELOG.md');
  const dated = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d$/gm)];
  expect(dated.map(([, name]) => name).sort()).toEqual([...releases].sort());
  expect(releases).toContain(version);
  for (const section of changelog.split(/^## (?=\d)/m).slice(1)) {
    expect(section).toMatch(/^### Added$[\s\S]*^### How to upgrade$/m);
  }
});

test('every package has the same version, and needs the Node that is pinned', () => {
  for (const name of workspaces) {
    const own = json(`${name}/package.json`);
    expect(own, name).toMatchObject({ version, engines: { node: `>=${dependencies.node}` } });
  }
  expect(readDocument('.nvmrc').trim()).toBe(dependencies.node);
  // Only scripts/ runs on it; they install the pinned Node and start it.
  expect(engines).toEqual({ node: '>=18' });
});

describe('a change that breaks clients is found:', () => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', maxLength: 20, minLength: 1, pattern: '^a' },
      note: { type: 'string' },
      kind: { type: 'string', enum: ['one', 'two'] },
      list: { type: 'array', maxItems: 5, items: { type: 'integer' } },
      either: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    },
  };
  const documentOf = (question: unknown, answer: unknown, path = '/things/{id}'): OpenApi => ({
    paths: {
      [path]: {
        put: {
          parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
          requestBody: { content: { 'application/json': { schema: question as object } } },
          responses: { 200: { content: { 'application/json': { schema: answer as object } } } },
        },
      },
    },
  });
  const old = documentOf(schema, { allOf: [{ $ref: '#/components/schemas/Thing' }] });
  old.components = { schemas: { Thing: schema } };
  const { properties, required } = schema;
  const { note, ...withoutNote } = properties;
  const change = (name: keyof typeof properties, over: object) => ({
    ...schema,
    properties: { ...properties, [name]: { ...properties[name], ...over } },
  });
  const place = 'application/json';

  test.each([
    ['a field that is gone', { ...schema, properties: withoutNote }, '.note: is gone'],
    [
      'a new required field',
      { ...schema, required: [...required, 'note'] },
      '.note: is required now',
    ],
    ['a narrower enum', change('kind', { enum: ['one'] }), '.kind: enum was one,two, is one'],
    ['a shorter text', change('name', { maxLength: 19 }), '.name: maxLength was 20, is 19'],
    ['a longer text', change('name', { minLength: 2 }), '.name: minLength was 1, is 2'],
    ['a new bound', change('note', { maxLength: 9 }), '.note: maxLength was anything, is 9'],
    ['another pattern', change('name', { pattern: '^b' }), '.name: pattern was ^a, is ^b'],
    ['another type', change('note', { type: 'number' }), '.note: type was string, is number'],
    [
      'an alternative that is gone',
      change('either', { anyOf: [{ type: 'number' }] }),
      '.either: type was null, is number',
    ],
    [
      'another type in a list',
      change('list', { items: { type: 'string' } }),
      '.list[]: type was integer, is string',
    ],
  ])('%s of a question', (_, question, fault) => {
    expect(breakingChanges(old, documentOf(question, schema))).toEqual([
      `PUT /things/{} question.${place}${fault}`,
    ]);
  });

  test.each([
    ['a field that is gone', { ...schema, properties: withoutNote }, '.note: is gone'],
    ['a field that may be absent', { ...schema, required: [] }, '.name: may be absent now'],
    [
      'a new word',
      change('kind', { enum: ['one', 'two', 'three'] }),
      '.kind: enum was one,two, is one,two,three',
    ],
    [
      'a field that may be null',
      change('note', { type: ['string', 'null'] }),
      '.note: type was string, is null',
    ],
    [
      'a fraction',
      change('list', { items: { type: 'number' } }),
      '.list[]: type was integer, is number',
    ],
  ])('%s of an answer', (_, answer, fault) => {
    expect(breakingChanges(old, documentOf(schema, answer))).toEqual([
      `PUT /things/{} answer.200 ${place}${fault}`,
    ]);
  });

  test('a call, a parameter, a body or an answer that is gone, or is required now', () => {
    expect(breakingChanges(old, { paths: {} })).toEqual(['PUT /things/{}: is gone']);
    const bare = documentOf(schema, schema);
    bare.paths['/things/{id}'] = { put: { responses: {} } };
    expect(breakingChanges(old, bare)).toEqual([
      'PUT /things/{} question.page: is gone',
      `PUT /things/{} question.${place}: is gone`,
      `PUT /things/{} answer.200 ${place}: is gone`,
    ]);
    expect(breakingChanges(bare, old)).toEqual([]);
    for (const one of Object.values(old.paths).flatMap((item) => Object.values(item))) {
      const stricter = { ...one, requestBody: { ...one.requestBody, required: true } };
      expect(
        breakingChanges(old, {
          ...old,
          paths: { '/things/{id}': { put: stricter as typeof one } },
        }),
      ).toEqual([`PUT /things/{} question.${place}: is required now`]);
    }
  });

  test('and one that breaks nobody is not', () => {
    const more = {
      ...change('name', { maxLength: 21 }),
      properties: { ...properties, more: note },
    };
    expect(breakingChanges(old, documentOf(more, schema, '/things/{thing}'))).toEqual([]);
    const answer = change('list', { maxItems: 4 });
    expect(breakingChanges(old, documentOf(schema, answer))).toEqual([]);
  });
});
