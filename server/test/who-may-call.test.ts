import { type CallName, calls } from '@adwarden/contract/calls';
import { failure } from '@adwarden/contract/envelope';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { fastify } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refuseUndeclaredRoutes } from '../src/http/actor.ts';
import { createReachedOfCalls } from '../src/http/reached.ts';
import type { BackOffice } from '../src/http/route.ts';
import { createLogger } from '../src/kit/logger.ts';
import { buildServer } from '../src/server.ts';
import { buildTestServer, type TestServer } from './build-test-server.ts';

/* Every route of the contract, by everybody who may not call it (ADR 28 "Who may call"). */

let adwarden: TestServer;
let admin: string;
let owner: string;
beforeAll(async () => {
  adwarden = await buildTestServer();
  admin = await adwarden.signInAdmin();
  const form = sampleUserForm();
  await adwarden.call('createNewUser', { as: admin, body: form });
  owner = await adwarden.signInUser(form.userId, form.password);
});
afterAll(() => adwarden.close());

const routesFor = (...who: string[]) =>
  (Object.keys(calls) as CallName[]).filter((name) => who.includes(calls[name].who));

/** A body that is broken, so that whoever looks at it before the session is found out. */
const call = (name: CallName, authorization?: string) =>
  adwarden.inject({
    method: calls[name].method,
    url: calls[name].path.replace(/:\w+/, '1'),
    ...(calls[name].method !== 'GET' && { payload: '{"broken' }),
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
  });

describe.each(routesFor('admin', 'user', 'signed-in'))('%s', (name) => {
  test.each([
    ['nobody', undefined],
    ['a malformed bearer', 'Bearer x'],
    ['another scheme', 'Basic YTpi'],
    ['an unknown bearer', `Bearer ${'x'.repeat(43)}`],
    ['a bearer that never ends', `Bearer ${'x'.repeat(5000)}`],
  ])('%s is asked to sign in', async (_, authorization) => {
    const { status, body, text } = await call(name, authorization);
    expect(status, text).toBe(401);
    expect(failure.parse(body).token).toBe(false);
  });
});

test.each(routesFor('admin'))('%s is refused to an app owner', async (name) => {
  const { status, body, text } = await call(name, `Bearer ${owner}`);
  expect(status, text).toBe(403);
  expect(failure.parse(body)).not.toHaveProperty('token');
});

test.each(routesFor('user'))('%s is refused to an administrator', async (name) => {
  expect((await call(name, `Bearer ${admin}`)).status).toBe(403);
});

test('a route that does not say who may call it is refused when it is registered', async () => {
  const server = fastify() as unknown as BackOffice;
  refuseUndeclaredRoutes(server);
  const handler = async () => 'secret';
  expect(() => server.get('/forgotten', handler)).toThrow('GET /forgotten does not say who');
  expect(() => server.get('/docsish', handler)).toThrow('does not say who');
  server.get('/declared', { config: { who: 'admin' } }, handler);
  server.get('/open', { config: { open: true } }, handler);
  await server.ready();
});

test('the server that is built refuses one too', async () => {
  await expect(
    buildServer({
      logger: createLogger('silent'),
      version: '0',
      basePath: '',
      addresses: { of: () => '', isFromProxy: () => false },
      away: () => '',
      warnOfForwarded: () => {},
      findActor: async () => null,
      stillOpen: async () => new Set(),
      spendWrite: () => {},
      isDiskFull: () => false,
      isDatabaseLost: () => false,
      reachedOfCalls: createReachedOfCalls(() => null),
      ownAnswers: [],
      metrics: new Registry(),
      webApp: { folder: 'none', facts: {} },
      features: (server) => void server.get('/forgotten', async () => 'secret'),
    }),
  ).rejects.toThrow('GET /forgotten does not say who may call it');
});
