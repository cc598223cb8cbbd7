import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { breakingChanges, type OpenApi } from './openapi-changes.ts';
import { readDocument } from './trace.ts';

/* Clients of a release keep working, and a release is complete: version, changelog, stored document. */

const json = (path: string) => JSON.parse(readDocument(path));
const { version, workspaces, engines, dependencies } = json('package.json');
const releases = readdirSync(fileURLToPath(new URL('../../docs/releases', import.meta.url)));

/** The news for clients of every release so far. */
const sinceThen: [RegExp, string][] = [
  [/\.reason: enum was suspended,/, 'ads can be paused; to a phone they are off, as before'],
  [/steps\[\]\.rule: enum was appStatus,/, 'a test looks at pauses first'],
];
const moreInTheLog: [RegExp, string] = [
  /^GET \/changes response\.\S+ \S+\.(action|entity): enum /,
  'the log has more kinds of entries',
];
const moreFindings: [RegExp, string] = [
  /\.rule: enum was app-id-in-slot,/,
  'the server finds more that is wrong with itself',
];

const askedWith: [RegExp, string] = [
  /steps\[\]\.rule: enum was pause,/,
  'a test that is told what a phone asked with looks at its token first',
];

const pausesOfSome: [RegExp, string] = [
  /\.scope: enum was all,account,owner,app, is all,account,owner,apps,app$/,
  'a pause can be of some apps; a client shows its label, as of every pause',
];

const fullQuota: [RegExp, string] = [
  /^PUT \/(apps\/updateConfigureApp|app-ads)\/\{\} response\.409 \S+\.(current|changedBy|changedAt): is gone$/,
  'there is a second 409, for who stores too much; that of a stale edit has the same answer as before',
];

const invites: [RegExp, string] = [
  /\.action: enum was .*,unmute,end, is /,
  'the log has more kinds of entries: about people who are invited, enabled and disabled; a client shows the word as it is',
];

const knowsKeys: [RegExp, string][] = [
  [
    /(\.entity|\.changed\[\]): enum was .*,webhook, is .*,webhook,api-key,session,factor,single-sign-on$/,
    'the log has entries about API keys, sessions and second factors; a client shows the word as it is',
  ],
  [
    /\.events\[\]: enum was .*,batch\.done, is .*,key\.ends$/,
    'only a webhook that was added with the new events has them',
  ],
  [
    /^GET \/bell .*\.kind: enum was .*,pause-ended, is .*,key-made,key-ends,new-country,factor-added,/,
    'only whoever has made an API key, set up a second factor or signed in from another country gets these; a client shows the text',
  ],
];

const secondFactors: [RegExp, string][] = [
  [
    /(\.entity|\.changed\[\]): enum was .*,webhook,api-key, is .*,webhook,api-key,session,factor,single-sign-on$/,
    'the log has entries about sessions and second factors; a client shows the word as it is',
  ],
  [
    /\.action: enum was .*,key\.make,key\.end, is .*,key\.end,session\.end,session\.country,factor\.add,/,
    'the log has more kinds of entries; a client shows the word as it is',
  ],
  [
    /\.events\[\]: enum was .*,change\.api-key,pause\.began,.*, is .*,change\.session,change\.factor,/,
    'only a webhook that was added with the new events has them',
  ],
  [
    /^GET \/bell .*\.kind: enum was .*,key-made,key-ends, is .*,key-ends,new-country,factor-added,/,
    'only whoever has set up a second factor, has another password or role, or signed in from another country gets these; a client shows the text',
  ],
  [
    /\.rule: enum was .*,mail-not-sent,callers-unknown,.*, is .*,last-recovery-code-used,/,
    'these are about the installation, and a client shows the title that the answer has',
  ],
];

/** Changes that would break clients of a release, but are allowed, and why. */
const readsWorkbooks: [RegExp, string] = [
  /^POST \/apps\/import\/columns response\..*\.format: enum was csv,json,/,
  'only the columns of a workbook have this format, and no release could read one',
];

const filesHaveTypes: [RegExp, string] = [
  / request\.multipart\/form-data\.(icon|file): type was anything, is string$/,
  'the bytes of a file have the type that generators of clients look for; what is sent is the same',
];
const endsOneToken: [RegExp, string] = [
  /^POST \/apps\/endOldToken\/\{\} \S+\.since: (type was null, is string|is required now)$/,
  'the server refused a call without a time, and null, all the time',
];

const exceptions: Record<string, [RegExp, string][]> = {
  '0.1.0': [
    [
      / response\..*: pattern was .*, is anything$/,
      'times have the same format, described without a pattern',
    ],
    [
      /request\.(\S+\.)?(path|page|pageSize|days|\S+\.version|\S+\.keepOldForDays): (type|minimum|maximum) /,
      'described as bounded whole numbers, which the server always checked; digits in a text are still accepted',
    ],
    [/^GET \/icons\/\{\} request\.path: pattern /, 'any other file name was and is 404'],
    [
      / request\.application\/json\.icon: is gone$/,
      'an icon as text was ignored; now it is refused with the field’s name',
    ],
    moreInTheLog,
    ...sinceThen,
    [
      /^POST \/changes\/\{\}\/restore response\..*\.(entity: enum|app: is gone)/,
      'configurations and the API method can be restored, too; apps and users have the same answer as before',
    ],
  ],
  '0.2.0': [
    moreInTheLog,
    ...sinceThen,
    fullQuota,
    filesHaveTypes,
    [
      /^POST \/changes\/\{\}\/(restore|undo) response\..*\.(entity: enum|app: is gone)/,
      'the settings of accounts have ways back, too; all others have the same answer as before',
    ],
  ],
  '0.3.0': [
    invites,
    pausesOfSome,
    moreFindings,
    askedWith,
    readsWorkbooks,
    fullQuota,
    filesHaveTypes,
    endsOneToken,
    ...knowsKeys,
  ],
  '0.3.1': [
    invites,
    pausesOfSome,
    moreFindings,
    askedWith,
    readsWorkbooks,
    fullQuota,
    filesHaveTypes,
    endsOneToken,
    ...knowsKeys,
  ],
  '0.3.2': [
    invites,
    pausesOfSome,
    moreFindings,
    askedWith,
    readsWorkbooks,
    fullQuota,
    filesHaveTypes,
    endsOneToken,
    ...knowsKeys,
    [
      /^GET \/doctor .*\.call: enum was saveCopy,/,
      'a check may name another call; an unknown one has no button',
    ],
  ],
  '0.4.0': secondFactors,
};

test.each(releases)('clients of %s keep working', (release) => {
  const before: OpenApi = json(`docs/releases/${release}/openapi.json`);
  const faults = breakingChanges(before, json('docs/openapi.json'));
  const allowed = exceptions[release] ?? [];
  expect(faults.filter((fault) => !allowed.some(([pattern]) => pattern.test(fault)))).toEqual([]);
  const unused = allowed.filter(([pattern]) => !faults.some((fault) => pattern.test(fault)));
  expect(unused, 'exceptions that are not needed').toEqual([]);
});

const changelogHeadings = ['Security', 'Added', 'Changed', 'Fixed', 'How to upgrade'];

test('this version is in the changelog with its day, and its document is stored', () => {
  const changelog = readDocument('CHANGELOG.md');
  const dated = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d$/gm)];
  expect(dated.map(([, name]) => name).sort()).toEqual([...releases].sort());
  expect(releases).toContain(version);
  for (const section of changelog.split(/^## (?=\d)/m).slice(1)) {
    const headings = [...section.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
    // A security release may add nothing.
    expect(headings, section.slice(0, 20)).toEqual(
      changelogHeadings.filter((heading) => headings.includes(heading)),
    );
    expect(headings.at(-1)).toBe('How to upgrade');
    expect(headings.length).toBeGreaterThan(1);
  }
});

/** Returns the last migration of the database that is stored with a release. */
function lastMigration(release: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'adwarden-release-')), 'adwarden.db');
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  const stored = `server/test/fixtures/releases/${release}/sqlite.db.gz`;
  writeFileSync(file, gunzipSync(readFileSync(new URL(`../../${stored}`, import.meta.url))));
  const db = new DatabaseSync(file, { readOnly: true });
  const row = db.prepare('select max(name) as name from kysely_migration').get();
  db.close();
  return String(row?.name);
}

test('each release says what a way back to the one before costs, as its schema has it', () => {
  const migrations = readdirSync(new URL('../../server/src/db/migrations', import.meta.url))
    .filter((name) => /^\d{4}-.+\.ts$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => name.replace(/\.ts$/, ''))
    .sort();
  const sections = readDocument('CHANGELOG.md').split(/^## /m).slice(1);
  expect(sections.map((section) => section.split(/[ \n]/)[0])).toEqual([
    'Unreleased',
    ...releases.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true })),
  ]);
  const of = sections.map((section) => {
    const [name = ''] = section.split(/[ \n]/);
    return { name, section, last: name === 'Unreleased' ? migrations.at(-1) : lastMigration(name) };
  });
  for (const [index, { name, section, last }] of of.entries()) {
    const [, steps = ''] = section.split('\n### How to upgrade\n');
    const sentences = steps.match(/^(?:- |\d+\. )?\*\*A way back\*\* .+$/gm) ?? [];
    expect(sentences, `${name}: "A way back"`).toHaveLength(1);
    const before = of[index + 1];
    const needs =
      before === undefined
        ? 'there is none'
        : before.last === last
          ? 'needs no backup'
          : `needs a backup from before: ${before.name} refuses`;
    expect(sentences[0], name).toContain(`**A way back** ${needs}`);
  }
});

test('every package has the same version, and needs the Node that is pinned', () => {
  for (const name of workspaces) {
    const own = json(`${name}/package.json`);
    expect(own, name).toMatchObject({ version, engines: { node: `>=${dependencies.node}` } });
  }
  expect(readDocument('.nvmrc').trim()).toBe(dependencies.node);
  // Only scripts/ run on an older Node; they install the pinned one and start it.
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
  const documentOf = (request: unknown, response: unknown, path = '/things/{id}'): OpenApi => ({
    paths: {
      [path]: {
        put: {
          parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
          requestBody: { content: { 'application/json': { schema: request as object } } },
          responses: { 200: { content: { 'application/json': { schema: response as object } } } },
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
  ])('%s of a request', (_, request, fault) => {
    expect(breakingChanges(old, documentOf(request, schema))).toEqual([
      `PUT /things/{} request.${place}${fault}`,
    ]);
  });

  test.each([
    ['a field that is gone', { ...schema, properties: withoutNote }, '.note: is gone'],
    ['a field that may be absent', { ...schema, required: [] }, '.name: may be absent now'],
    [
      'a new value of an enum',
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
  ])('%s of a response', (_, response, fault) => {
    expect(breakingChanges(old, documentOf(schema, response))).toEqual([
      `PUT /things/{} response.200 ${place}${fault}`,
    ]);
  });

  test('a call, a parameter, a body or a response that is gone, or a body that is required now', () => {
    expect(breakingChanges(old, { paths: {} })).toEqual(['PUT /things/{}: is gone']);
    const bare = documentOf(schema, schema);
    bare.paths['/things/{id}'] = { put: { responses: {} } };
    expect(breakingChanges(old, bare)).toEqual([
      'PUT /things/{} request.page: is gone',
      `PUT /things/{} request.${place}: is gone`,
      `PUT /things/{} response.200 ${place}: is gone`,
    ]);
    expect(breakingChanges(bare, old)).toEqual([]);
    for (const one of Object.values(old.paths).flatMap((item) => Object.values(item))) {
      const stricter = { ...one, requestBody: { ...one.requestBody, required: true } };
      expect(
        breakingChanges(old, {
          ...old,
          paths: { '/things/{id}': { put: stricter as typeof one } },
        }),
      ).toEqual([`PUT /things/{} request.${place}: is required now`]);
    }
  });

  test('but a change that breaks no client is not', () => {
    const more = {
      ...change('name', { maxLength: 21 }),
      properties: { ...properties, more: note },
    };
    expect(breakingChanges(old, documentOf(more, schema, '/things/{thing}'))).toEqual([]);
    const response = change('list', { maxItems: 4 });
    expect(breakingChanges(old, documentOf(schema, response))).toEqual([]);
  });
});
