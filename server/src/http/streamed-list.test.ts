import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { handleError } from './error-handler.ts';
import type { BackOffice } from './route.ts';
import { boundLargeAnswers } from './slots.ts';
import { sendList } from './streamed-list.ts';

let server: FastifyInstance | undefined;
afterEach(() => server?.close());

test('a limited number of whole lists is read at once, and the next one when one is done', async () => {
  server = fastify({ forceCloseConnections: true });
  server.setErrorHandler(handleError);
  boundLargeAnswers(server as unknown as BackOffice);
  const releases: (() => void)[] = [];
  async function* rows() {
    yield [{ row: 1 }];
    await new Promise<void>((resolve) => releases.push(resolve));
  }
  server.get('/list', (_request, reply) => sendList(reply, 'Rows', rows()));
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const under = await Promise.all(Array.from({ length: 8 }, () => fetch(`${address}/list`)));
  expect(under.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const refused = await fetch(`${address}/list`);
  expect(refused.status, await refused.clone().text()).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await expect.poll(() => releases.length).toBe(8);
  for (const release of releases.splice(0)) release();
  for (const answer of under) await answer.text();
  const next = fetch(`${address}/list`);
  expect((await next).status).toBe(200);
  releases.shift()?.();
});
