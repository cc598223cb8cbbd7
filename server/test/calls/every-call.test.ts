import { adUnitSlots } from '@adwarden/contract/ad-units';
import type { Call } from '@adwarden/contract/call';
import { type CallName, calls } from '@adwarden/contract/calls';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyText } from '../samples/any-text.ts';
import { buildTestServer, type TestServer } from '../servers/build-test-server.ts';

/*
 * Sends generated requests to every call, as every role. No answer may be a 500, every answer must have the envelope, and
 * the tables must stay consistent.
 */

let adwarden: TestServer;
const bearers: Record<string, string | undefined> = { malformed: 'x', nobody: undefined };
const ids: string[] = [];

beforeAll(async () => {
  adwarden = await buildTestServer();
  bearers.admin = await adwarden.signInAdmin();
  for (const userId of ['ada', 'grace']) {
    const form = sampleUserForm({ userId });
    const { body } = await adwarden.call('createNewUser', { as: bearers.admin, body: form });
    bearers[userId] = await adwarden.signInUser(userId, form.password);
    ids.push(body.data.id, userId);
    const app = await adwarden.call('addApp', { as: bearers[userId], body: sampleAppForm() });
    const { appID } = app.body.data;
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const request = { appID, changes: { note: 'later' }, at };
    const { body: made } = await adwarden.call('createChangeRequest', {
      as: bearers[userId],
      body: request,
    });
    ids.push(appID, made.data.id);
    const batch = { select: { appIDs: [appID] }, change: { set: { note: 'all' } } };
    for (const isStarted of [true, false]) {
      const { body } = await adwarden.call('previewBatch', { as: bearers[userId], body: batch });
      const { previewID } = body.data;
      ids.push(previewID);
      const start = { as: bearers[userId], body: { previewID } };
      if (isStarted) await adwarden.call('startBatch', start);
    }
    const view = { list: 'apps', name: 'Mine' } as const;
    const { body: saved } = await adwarden.call('addView', { as: bearers[userId], body: view });
    ids.push(saved.data.id);
  }
});
afterAll(() => adwarden.close());

const called = (Object.keys(calls) as CallName[]).filter((name) => name !== 'getAds');

const fieldNames = [
  ...Object.keys(sampleAppForm()),
  ...Object.keys(sampleUserForm()),
  ...adUnitSlots.map(({ name }) => name),
  'userID',
  'id',
  'selectedUser',
  'ipAddress',
  'version',
  'country',
  'email',
  'adminId',
  'token',
  'invite',
  'password',
  'oldPassword',
  'newPassword',
  'confirmPassword',
  'apiMethod',
  'ipInfoToken',
  'VPNAPIKey',
  'keepOldForDays',
  '__proto__',
  'constructor',
  'icon',
  'authToken',
  'appID',
  'createdAt',
  'vpn',
  'changes',
  'at',
  'reason',
  'rule',
  'field',
  'reason',
  'appIDs',
  'format',
  'columns',
  'key',
  'mode',
  'mapping',
  'file',
  'select',
  'change',
  'previewID',
  'list',
  'name',
  'query',
  'sort',
  'columns',
  'shared',
  'isDefault',
  'url',
  'events',
  'enabled',
  'newSecret',
  'scopes',
  'addresses',
  'endsAt',
  'deliveryID',
];
const questionNames = [
  'page',
  'pageSize',
  'search',
  'sort',
  'appStatus',
  'createdFrom',
  'entity',
  'days',
  'with',
  'format',
  'columns',
  'finding',
  'rule',
  'severity',
  'account',
  'muted',
  'appID',
  'state',
  'batch',
  'outcome',
  'list',
  'all',
];
const uglyTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  "'; drop table app; --",
  '%',
  '_',
  '‮שלום',
  '👩‍👩‍👧',
  '-1',
  '1e9',
];
const text = fc.oneof(
  fc.constantFrom(...uglyTexts),
  anyText({ maxLength: 40 }),
  fc.nat(6000).map((length) => 'x'.repeat(length)),
);
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.constantFrom(
    'on',
    'off',
    'any',
    'live-without-owner',
    'live',
    'suspend',
    'Weather',
    'ada',
    'GRACE',
    'US, India',
    'apps',
  ),
  fc.jsonValue(),
);
const batchBody = fc.record({
  select: fc.oneof(fc.constant({ where: {} }), fc.record({ appIDs: fc.array(text) }), value),
  change: fc.record(
    {
      set: fc.dictionary(fc.constantFrom(...fieldNames), value, { maxKeys: 2 }),
      setEach: fc.dictionary(text, fc.dictionary(fc.constantFrom(...fieldNames), value), {
        maxKeys: 2,
      }),
      replaceInAdUnits: fc.record({ find: text, with: text }),
      country: value,
      rotateTokens: fc.record({ keepOldForDays: value }),
      at: text,
    },
    { requiredKeys: [] },
  ),
});
const body = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(fc.constantFrom(...fieldNames), value, { maxKeys: 12 }) },
  fc
    .dictionary(fc.constantFrom(...fieldNames), value, { maxKeys: 3 })
    .map((over) => ({ ...sampleAppForm(), ipAddress: 'on', ...sampleUserForm(), ...over })),
  fc.jsonValue(),
  batchBody,
);

const question = fc.record({
  name: fc.constantFrom(...called),
  who: fc.constantFrom('admin', 'admin', 'ada', 'grace', 'nobody', 'malformed'),
  id: fc.oneof(fc.nat(17), fc.nat(200).map(String), text),
  body: fc.option(body, { nil: undefined }),
  asForm: fc.boolean(),
  query: fc.dictionary(fc.constantFrom(...questionNames), text, { maxKeys: 3 }),
});

/** Writes the payload as JSON, or as a multipart form of its fields' texts. */
function encode(payload: unknown, asForm: boolean) {
  if (!asForm || typeof payload !== 'object' || payload === null) {
    return { type: 'application/json', text: JSON.stringify(payload) };
  }
  const parts = Object.entries(payload).map(
    ([name, content]) =>
      `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${typeof content === 'string' ? content : JSON.stringify(content)}\r\n`,
  );
  return { type: 'multipart/form-data; boundary=edge', text: `${parts.join('')}--edge--\r\n` };
}

/** Percent-encodes like a careless client: broken surrogates become U+FFFD. */
const inPath = (id: string) => encodeURIComponent(id.toWellFormed());

async function brokenRows(): Promise<string[]> {
  const checks: Record<string, string> = {
    'an app without exactly one current token':
      'select "appID" from app where (select count(*) from app_token t where t."appID" = app."appID" and t.until is null) <> 1',
    'an app whose version is not its last change': `select "appID" from app where version <> (select max(seq) from change where entity = 'app' and key = app."appID")`,
    'a token without an app':
      'select "appID" from app_token where "appID" not in (select "appID" from app)',
    'a configuration without an app':
      'select "appID" from app_configuration where "appID" not in (select "appID" from app)',
    'an app whose owner does not exist':
      'select "appID", "ownerId" from app where "ownerId" is not null and "ownerId" not in (select id from app_user)',
    'a user whose last change is none or a delete': `select id from app_user where coalesce((select action from change where entity = 'user' and key = id order by seq desc limit 1), 'delete') = 'delete'`,
  };
  const broken: string[] = [];
  for (const [name, query] of Object.entries(checks)) {
    const { rows } = await sql.raw(query).execute(adwarden.db);
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows)}`);
  }
  return broken;
}

test('no generated request gets a 500 or leaves an incomplete row', async () => {
  await fc.assert(
    fc.asyncProperty(question, async ({ name, who, id, body: payload, asForm, query }) => {
      const { method, path } = calls[name];
      const key = typeof id === 'number' ? (ids[id % ids.length] ?? '') : id;
      const hasBody = method !== 'GET' && payload !== undefined;
      const { type, text: sent } = encode(payload, asForm);
      const answer = await adwarden.inject({
        method,
        url: path.replace(/:\w+/, inPath(key)),
        query,
        ...(hasBody && { payload: sent }),
        headers: {
          ...(hasBody && { 'content-type': type }),
          ...(bearers[who] && { authorization: `Bearer ${bearers[who]}` }),
        },
      });
      expect(answer.status, `${name} by ${who}: ${answer.text}`).toBeLessThan(500);
      const succeeded = answer.status === 200;
      const { file }: Call = calls[name];
      if (succeeded && file) {
        expect(answer.headers['content-disposition']).toMatch(
          // A filter with letters beyond ASCII is in the second name (RFC 6266, 4.3).
          /^attachment; filename="[\w-]+\.\w+"(; filename\*=UTF-8''[\w.%-]+)?$/,
        );
        return;
      }
      expect(answer.body).toMatchObject({
        status: succeeded ? 'success' : 'error',
        success: succeeded,
        message: expect.stringMatching(/./),
      });
    }),
    { numRuns: 1500 },
  );
  expect(await brokenRows()).toEqual([]);
});
