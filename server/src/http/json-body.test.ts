import { limits } from '@adwarden/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestServer, type TestServer } from '../../test/servers/build-test-server.ts';

let test: TestServer;
beforeAll(async () => {
  test = await buildTestServer();
});
afterAll(() => test?.close());

/** Sends a body as it is to a call that reads it. */
const send = (payload: string) =>
  test.inject({
    method: 'POST',
    url: '/user/login',
    headers: { 'content-type': 'application/json' },
    payload,
  });
const signIn = (userID: string) => send(JSON.stringify({ userID, password: 'wrong-password' }));
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const tooDeep = `The body is nested more than ${limits.bodyDepth} levels deep`;

describe('a body that is nested', () => {
  it('too deep is refused', async () => {
    const answer = await send(nested(limits.bodyDepth + 1));
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(tooDeep);
  });

  it.each([
    ['as deep as it may be', nested(limits.bodyDepth)],
    ['with many lists beside one another', `[${'[],'.repeat(40)}[]]`],
  ])('%s is read, and refused for what it says', async (_what, body) => {
    const answer = await send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).not.toBe(tooDeep);
    expect(answer.body.errors, answer.text).not.toEqual([]);
  });

  it.each([
    ['brackets', nested(40)],
    ['a quote and brackets', `"${nested(40)}`],
    ['a backslash and brackets', `\\${nested(40)}`],
    ['a backslash at the end', '[\\'],
  ])('only within a text is read: %s', async (_what, userID) => {
    const answer = await signIn(userID);
    expect(answer.status, answer.text).toBe(401);
  });
});
