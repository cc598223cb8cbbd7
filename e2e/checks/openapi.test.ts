import type { Call } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { failure } from '@adwarden/contract/envelope';
import { examples } from '@adwarden/contract/examples';
import { refusalBodies, requestBodies, responseBodies } from '@adwarden/contract/named';
import { sentEvent } from '@adwarden/contract/notifications/sent-event';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import { Json } from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { readDocument } from './trace.ts';

/*
 * Checks the OpenAPI document with other tools. server/src/http/openapi.test.ts checks that the file is the server's
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

test('redocly finds no fault in the document', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  const faults = problems.filter(({ ruleId, message }) => !isDecided(ruleId, message));
  expect(
    faults.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([]);
});

test('spectral finds no fault in the document', async () => {
  const { Document, Spectral } = spectralCore;
  const spectral = new Spectral();
  spectral.setRuleset({
    extends: [[oas as RulesetDefinition, 'all']],
    // The document has no e-mail address, because each installation has another operator.
    rules: { 'contact-properties': 'off' },
  });
  const problems = await spectral.run(new Document(source, Json, 'openapi.json'));
  expect(problems.map(({ code, message, path }) => [code, message, path.join('.')])).toEqual([]);
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
