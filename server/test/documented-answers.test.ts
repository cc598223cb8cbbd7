import type { Call } from '@adwarden/contract/call';
import { type CallName, calls } from '@adwarden/contract/calls';
import { openApiDocument } from '@adwarden/contract/openapi/document';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestServer, type TestServer } from './build-test-server.ts';

/*
 * Every call by everybody, with bodies of all kinds: the OpenAPI document names each status that comes. The calls are few and
 * plain here; every-call.test.ts sends generated values.
 */

let adwarden: TestServer;
const bearers = new Map<string, string | undefined>([['nobody', undefined]]);

const signIn = {
  'an administrator': () => adwarden.signInAdmin(),
  'an owner': () => adwarden.signInUser('ada', sampleUserForm().password),
  'somebody whose password was made': () =>
    adwarden.callLoosely('adminSignIn', { body: made }).then(({ body }) => body.token as string),
};
const made = { email: 'new@example.com', password: 'harbour-lights-8' };

beforeAll(async () => {
  adwarden = await buildTestServer({ WRITES_PER_MINUTE: '100000' });
  const as = await adwarden.signInAdmin();
  await adwarden.call('createNewUser', { as, body: sampleUserForm({ userId: 'ada' }) });
  const body = { ...made, fullName: 'New', role: 'admin' } as const;
  expect((await adwarden.call('addAdmin', { as, body })).status).toBe(200);
  for (const [name, enter] of Object.entries(signIn)) bearers.set(name, await enter());
});
afterAll(() => adwarden.close());

const json = { 'content-type': 'application/json' };
/** Bodies, as bytes and headers. */
const bodies: Record<string, { payload?: string; headers?: Record<string, string> }> = {
  none: {},
  'an empty object': { payload: '{}', headers: json },
  'broken JSON': { payload: '{"broken', headers: json },
  'another type': { payload: 'text', headers: { 'content-type': 'text/x-tide' } },
  'too much': { payload: JSON.stringify({ x: 'x'.repeat(100_000) }), headers: json },
};

const { paths } = openApiDocument('0.0.0') as unknown as {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
};
const documentedOf = ({ method, path }: Call) =>
  Object.keys(paths[path.replace(/:(\w+)/, '{$1}')]?.[method.toLowerCase()]?.responses ?? {});

const tried = Object.entries<Call>(calls).filter(([name]) => name !== 'getAds') as [
  CallName,
  Call,
][];

test.each(tried)('%s answers what the document says', async (name, call) => {
  const documented = documentedOf(call);
  const others: string[] = [];
  for (const [who, bearer] of bearers) {
    for (const [what, { payload, headers }] of Object.entries(bodies)) {
      if (call.method === 'GET' && payload !== undefined) continue;
      const { status, text } = await adwarden.inject({
        method: call.method,
        url: call.path.replace(/:\w+/, '1'),
        ...(payload !== undefined && { payload }),
        headers: { ...headers, ...(bearer && { authorization: `Bearer ${bearer}` }) },
      });
      if (documented.includes(String(status))) continue;
      others.push(`${status} for ${who} with ${what}: ${text.slice(0, 100)}`);
    }
  }
  expect(others, `${name}: ${documented}`).toEqual([]);
  // A call that ended a session.
  for (const [who, enter] of Object.entries(signIn)) {
    const { status } = await adwarden.call('getCategory', { as: bearers.get(who) });
    if (status === 401) bearers.set(who, await enter());
  }
});
