import type { Call } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { failure } from '@adwarden/contract/envelope';
import { examples } from '@adwarden/contract/examples';
import { refusalBodies, requestBodies, responseBodies } from '@adwarden/contract/named';
import { sentEvent } from '@adwarden/contract/notifications/sent-event';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { readDocument } from './trace.ts';

/*
 * Checks the OpenAPI document with the tool of others. server/src/http/openapi.test.ts checks that the file is the server's
 * document, generated-clients.test.ts that clients can be made from it.
 */

const source = readDocument('docs/openapi.json');

/**
 * Tells whether a message is about the paths of batches, which stay (ADR 37). No batch has the id `preview`: ids are 16
 * characters.
 */
const isDecided = (rule: string, message: string): boolean =>
  rule === 'no-ambiguous-paths' &&
  /`\/batches\/preview\/\{previewID\}` and `\/batches\/\{batchID\}\/(apps|cancel|undo)`/.test(
    message,
  );

/** The strict rules of the judge, those of its rules that they leave out, and some that it lacks. */
const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'component-name-unique': 'error',
    'info-contact': 'error',
    'operation-description': 'error',
    'operation-singular-tag': 'error',
    'operation-tag-defined': 'error',
    'parameter-description': 'error',
    'tags-alphabetical': 'error',
    'rule/described': {
      subject: { type: 'Info', property: 'description' },
      assertions: { nonEmpty: true },
    },
    'rule/tags': { subject: { type: 'Root', property: 'tags' }, assertions: { nonEmpty: true } },
    'rule/tagged': {
      subject: { type: 'Operation', property: 'tags' },
      assertions: { nonEmpty: true },
    },
    'rule/own-server-only': {
      subject: { type: 'Operation' },
      assertions: { disallowed: ['servers', 'callbacks'] },
    },
    'rule/described-without-code': {
      subject: { type: 'any', property: 'description' },
      assertions: { notPattern: '/eval\\(/' },
    },
    'rule/items': {
      subject: { type: 'Schema' },
      where: [
        {
          subject: { type: 'Schema', property: 'type' },
          assertions: { const: 'array', defined: true },
        },
      ],
      assertions: { required: ['items'] },
    },
  },
});

/** Returns the faults of a document that are not decided. */
async function faultsOf(text: string) {
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return problems
    .filter(({ ruleId, message }) => !isDecided(ruleId, message))
    .map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
}

test('the document has no fault', async () => {
  expect(await faultsOf(source)).toEqual([]);
});

type Operation = Record<string, unknown> & { parameters: { description?: string }[] };
type Document = {
  info: Record<string, unknown>;
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};
const call = (document: Document): Operation => {
  const found = document.paths['/apps/getAllApp']?.get;
  if (!found) throw new Error('GET /apps/getAllApp is not there');
  return found;
};

test.each<[rule: string, change: (document: Document) => unknown]>([
  ['info-contact', ({ info }) => delete info.contact],
  ['info-license', ({ info }) => delete info.license],
  ['rule/described', ({ info }) => delete info.description],
  ['tags-alphabetical', ({ tags }) => tags.reverse()],
  ['no-duplicated-tag-names', ({ tags }) => tags.push(...tags.slice(-1))],
  ['operation-tag-defined', (document) => (call(document).tags = ['nothing'])],
  ['rule/tagged', (document) => (call(document).tags = [])],
  ['operation-singular-tag', (document) => (call(document).tags = ['apps', 'batches'])],
  ['operation-description', (document) => delete call(document).description],
  ['rule/described-without-code', (document) => (call(document).description = 'eval(1)')],
  ['operation-operationId', (document) => delete call(document).operationId],
  ['operation-operationId-url-safe', (document) => (call(document).operationId = 'all apps')],
  [
    'operation-4xx-response',
    (document) => (call(document).responses = { 200: { description: 'x' } }),
  ],
  ['rule/own-server-only', (document) => (call(document).servers = [{ url: '/x' }])],
  ['parameter-description', (document) => delete call(document).parameters[0]?.description],
  ['security-defined', (document) => (call(document).security = [{ nothing: [] }])],
  ['no-unused-components', ({ components }) => (components.schemas.Unused = { type: 'string' })],
  ['rule/items', ({ components }) => (components.schemas.Unused = { type: 'array' })],
  [
    'no-enum-type-mismatch',
    ({ components }) => (components.schemas.Unused = { type: 'string', enum: [1] }),
  ],
  [
    'no-duplicated-enum-values',
    ({ components }) => (components.schemas.Unused = { type: 'string', enum: ['a', 'a'] }),
  ],
  ['no-path-trailing-slash', ({ paths }) => (paths['/x/'] = { get: {} as Operation })],
  ['struct', (document) => (call(document).summary = 1)],
])('a fault is found: %s', async (rule, change) => {
  const document = JSON.parse(source) as Document;
  change(document);
  expect((await faultsOf(JSON.stringify(document))).map(([ruleId]) => ruleId)).toContain(rule);
});

test('every body of a call has an example', () => {
  const without = [...namedBodies().keys()].filter((name) => !(String(name) in examples));
  expect(without).toEqual([]);
});

/** Returns the schemas of all bodies, by their names in the document. */
function namedBodies(): Map<string | undefined, z.ZodType> {
  const bodies = Object.values<Call>(calls).flatMap(
    ({ body, shownBody = body, answer, accepted }) =>
      [shownBody, answer, accepted].filter((schema) => schema !== undefined),
  );
  const refusals = Object.values<Call>(calls).flatMap(({ stale, inTheWay }) =>
    [stale, inTheWay].filter((schema) => schema !== undefined),
  );
  return new Map<string | undefined, z.ZodType>([
    ...[failure, sentEvent, ...bodies].map((schema) => [nameOf(schema), schema] as const),
    ...refusals.map((more) => [refusalBodies.get(more)?.id, failure.extend(more.shape)] as const),
  ]);
}
const nameOf = (schema: z.ZodType) => (requestBodies.get(schema) ?? responseBodies.get(schema))?.id;

test('every example of the document fits its schema', () => {
  const schemas = namedBodies();
  const faults = Object.entries(examples).flatMap(([name, example]) => {
    const result = schemas.get(name)?.safeParse(example);
    return result?.success
      ? []
      : [{ name, issues: result?.error.issues ?? 'there is no such schema' }];
  });
  expect(faults).toEqual([]);
});
