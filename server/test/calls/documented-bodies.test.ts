import type { Call } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { examples } from '@adwarden/contract/examples';
import { requestBodies } from '@adwarden/contract/named';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { document, faultOf } from './documented.ts';

/*
 * The document and the server agree about each body: neither takes one that the other refuses. Bodies are made from the document,
 * with fields that are right by themselves, or a little too long, too many or missing.
 */

type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  maxItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | false;
};

/** The server's words for rules that JSON Schema cannot say. Such a refusal counts as none here. */
const beyondSchemas: [RegExp, string][] = [
  [/do not match$/, 'two fields must be the same'],
  [/is not selected$/, 'the keys of one field must be among the items of another'],
  [/one value for all, or one for each/, 'a key must not be in any value of another field'],
  [/characters together$|characters in all$/, 'the sum of several lengths'],
  [
    /^URL must |must be an IPv4 or IPv6 address$|^Addresses must be such|^Please give one country$/,
    'what a text means',
  ],
  [/^Unknown countr|^Site must|^Line /, 'what a text means'],
  [/must be a JSON object|can name: |A column can be/, 'JSON within a text of a form'],
  [/must be at most .* numbers, separated/, 'how many numbers a text has'],
];

/** `userID`, which the server takes in the place of `userId`, and ignores beside it, whatever it is. */
const stricter = /^\/userID |property 'userId'$/;

const shortTexts = ['IN', 'harbour', 'Tide Clock 7'];

function textOf({ minLength = 0, maxLength, pattern, format }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date-time') return fc.constant('2027-03-01T08:30:00+05:30');
  if (format === 'date') return fc.constant('2027-03-01');
  if (format === 'uri') return fc.constant('https://hooks.example.com/adwarden');
  if (format === 'email') return fc.constant('nia@example.com');
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const right = shortTexts.map((text) => text.padEnd(minLength, '8').slice(0, maxLength));
  const edges = [
    minLength - 1,
    minLength,
    ...(maxLength === undefined ? [] : [maxLength, maxLength + 1]),
  ];
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...right) },
    fc.constantFrom(...edges.filter((length) => length >= 0)).map((length) => 'x'.repeat(length)),
  );
}

/** Makes values that fit a schema, but for lengths that are now and then one too many or too few. */
function made(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref) return made(named(schema.$ref.split('/').at(-1) ?? ''));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map(made));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => made({ ...schema, type })));
  }
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 9 } = schema;
      return fc.oneof(fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1));
    }
    case 'array':
      return fc.array(made(schema.items ?? {}), { maxLength: 3 });
    case 'object':
      return objectOf(schema);
    default:
      return fc.constantFrom('harbour', 7, null);
  }
}

/** Required fields are nearly always there; of many optional ones only a few, so that rules between them can hold. */
function objectOf({ properties = {}, required = [], additionalProperties }: Schema) {
  const fields = Object.entries(properties);
  if (fields.length === 0 && additionalProperties) {
    return fc.dictionary(fc.constantFrom(...shortTexts), made(additionalProperties), {
      maxKeys: 2,
    });
  }
  const optional = fields.length - required.length;
  const seldom = Math.max(1, Math.round(optional / 4));
  const entries = fields.map(([name, field]) => {
    const isThere = required.includes(name)
      ? fc.nat(19).map((dice) => dice > 0)
      : fc.nat(seldom).map((dice) => dice === 0);
    return isThere.chain(
      (there): fc.Arbitrary<[string, unknown][]> =>
        there ? made(field).map((value) => [[name, value]]) : fc.constant([]),
    );
  });
  return fc.tuple(...entries).map((all) => Object.fromEntries(all.flat()));
}

const named = (name: string) => document.components.schemas[name] as Schema;

/** The bodies of calls by their names in the document, with what the server checks them with. */
const bodies = new Map<string, z.ZodType>();
for (const { body, shownBody = body } of Object.values<Call>(calls)) {
  const id = shownBody && requestBodies.get(shownBody)?.id;
  if (body && id) bodies.set(id, body);
}

type Verdict = 'taken' | 'refused' | 'refused for what JSON Schema cannot say';

/** Tells what the server says to a body, and why. */
function judge(schema: z.ZodType, body: unknown): { verdict: Verdict; why: string } {
  const issues = schema.safeParse(body).error?.issues ?? [];
  const sayable = issues.filter(
    ({ message }) => !beyondSchemas.some(([words]) => words.test(message)),
  );
  const why = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  if (issues.length === 0) return { verdict: 'taken', why };
  return {
    verdict: sayable.length > 0 ? 'refused' : 'refused for what JSON Schema cannot say',
    why,
  };
}

test('every body has a name', () => expect(bodies.size).toBeGreaterThan(35));

describe.each([...bodies])('%s', (name, schema) => {
  test('its example fits', () => {
    expect(faultOf(name, (examples as Record<string, unknown>)[name])).toBeNull();
  });

  test('the document and the server agree', () => {
    let taken = 0;
    fc.assert(
      fc.property(made(named(name)), (body) => {
        const fault = faultOf(name, body);
        const { verdict, why } = judge(schema, body);
        if (fault === null && verdict === 'taken') taken += 1;
        const agree = (verdict === 'taken') === (fault === null);
        if (agree || verdict === 'refused for what JSON Schema cannot say') return;
        if (verdict === 'taken' && stricter.test(fault ?? '')) return;
        throw new Error(`server: ${verdict} ${why}; document: ${fault ?? 'fits'}`);
      }),
      { numRuns: 300 },
    );
    expect(taken, 'bodies that both take').toBeGreaterThan(0);
  });
});
