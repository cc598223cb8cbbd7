import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from './call.ts';
import { type CallName, calls } from './calls.ts';
import { appExportColumns, secretColumn, usualAppColumns } from './spreadsheets/columns.ts';

/* Answers with secrets are never compressed (ADR 94). */

const all = Object.entries(calls) as [CallName, Call][];
const marked = all.filter(([, { compressed }]) => compressed);

/** Names of fields that hold passwords, keys or whole tokens. */
const isSecret = (name: string) => /password|secret|token$|key$|auth/i.test(name) && name !== 'key';

/** Returns the names of all fields of a schema, at any depth. */
function fieldsOf(schema: z.ZodType): string[] {
  const names: string[] = [];
  JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }), (_, value) => {
    if (value?.properties) names.push(...Object.keys(value.properties));
    return value;
  });
  return names;
}

test('secrets are recognised by their names', () => {
  const secrets = ['getApp', 'getAllApp', 'getUserPassword', 'addWebhook', 'adminSignIn'] as const;
  for (const name of secrets) {
    expect(fieldsOf(calls[name].answer).filter(isSecret), name).not.toEqual([]);
  }
});

test.each(marked)('the answer to %s has no field of a secret', (_, { answer, accepted }) => {
  const counts = ['oldToken', 'wrongToken'];
  const secrets = [answer, ...(accepted ? [accepted] : [])].flatMap(fieldsOf).filter(isSecret);
  expect(secrets.filter((name) => !counts.includes(name))).toEqual([]);
});

test('traffic, the log, findings and files are compressed', () => {
  expect(marked.map(([name]) => name).toSorted()).toEqual([
    'compareTraffic',
    'exportApps',
    'exportSelectedApps',
    'exportTraffic',
    'exportTrafficComparison',
    'exportUsers',
    'getAppTraffic',
    'getAppsWithFindings',
    'getChanges',
    'getFindings',
    'getTraffic',
  ]);
});

test('a file of applications has a token only when somebody asks for it', () => {
  expect(appExportColumns.filter((column) => isSecret(column))).toEqual([secretColumn]);
  expect(usualAppColumns).not.toContain(secretColumn);
});
