import { limits } from '@adwarden/contract/limits';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { handleError } from './error-handler.ts';
import type { BackOffice } from './route.ts';
import { boundLargeBodies } from './slots.ts';
import { sendList } from './streamed-list.ts';

let server: FastifyInstance | undefined;
afterEach(() => server?.close());

test('a person reads a limited number of whole lists at once, and the next one when one is done', async () => {
  server = fastify({ forceCloseConnections: true });
  server.setErrorHandler(handleError);
  server.decorateRequest('actor', null);
  server.addHook('onRequest', async (request) => {
    const login = String(request.headers.as ?? 'ada');
    const kind = login === 'root' ? 'admin' : 'user';
    request.actor = { kind, id: login, fullName: login, login, address: '' };
  });
  boundLargeBodies(server as unknown as BackOffice);
  const releases: (() => void)[] = [];
  async function* rows() {
    yield [{ row: 1 }];
    await new Promise<void>((resolve) => releases.push(resolve));
  }
  server.get('/list', (_request, reply) => sendList(reply, 'Rows', rows()));
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const list = (as: string) => fetch(`${address}/list`, { headers: { as } });
  const { user: most, admin } = limits.quotas.wholeLists;
  const under = await Promise.all(Array.from({ length: most }, () => list('ada')));
  expect(under.map(({ status }) => status)).toEqual(Array(most).fill(200));
  const refused = await fetch(`${address}/list`);
  expect(refused.status, await refused.clone().text()).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await list('eve')).status, 'others are not concerned').toBe(200);
  for (let more = 0; more < admin; more += 1) expect((await list('root')).status).toBe(200);
  await expect.poll(() => releases.length).toBe(most + 1 + admin);
  for (const release of releases.splice(0)) release();
  for (const answer of under) await answer.text();
  const next = fetch(`${address}/list`);
  expect((await next).status).toBe(200);
  releases.shift()?.();
});
