import { limits } from '@adwarden/contract/limits';
import { type FastifyBaseLogger, fastify } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { eventsOf } from '../../test/outside/event-stream.ts';
import { createLogger } from '../kit/logger.ts';
import { handleError } from './error-handler.ts';
import { eventStreams } from './event-streams.ts';
import type { BackOffice } from './route.ts';

let server: BackOffice;
afterEach(() => server?.close());

/** Opens a server for one signed-in owner, with a source that the test controls. */
async function open() {
  const loggerInstance = createLogger('silent') as FastifyBaseLogger;
  server = fastify({ loggerInstance }) as unknown as BackOffice;
  server.setErrorHandler(handleError);
  server.decorateRequest('actor', null);
  server.addHook('onRequest', async (request) => {
    const login = String(request.headers.as ?? 'ada');
    const kind = login === 'root' ? 'admin' : 'user';
    request.actor = { kind, id: login, fullName: login, login, address: '' };
  });
  server.decorateReply('endEarly', null);
  eventStreams(server);
  const ended = vi.fn();
  const sends: ((data: object) => void)[] = [];
  server.get('/events', async (_request, reply) =>
    server.sendEvents(reply, (send) => {
      sends.push(send);
      send({ first: true });
      return ended;
    }),
  );
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const look = (signal?: AbortSignal, as = 'ada') =>
    fetch(`${address}/events`, { signal: signal ?? null, headers: { as } });
  return { look, ended, sends };
}

it('sends each event at once, also one with line breaks', async () => {
  const { look, sends } = await open();
  const events = eventsOf(await look());
  expect((await events.next()).value).toEqual({ first: true });
  sends[0]?.({ text: 'two\n\nlines' });
  expect((await events.next()).value).toEqual({ text: 'two\n\nlines' });
  await events.return(undefined);
});

it('refuses more streams than a person may have, and takes another one when one has ended', async () => {
  const { look, ended } = await open();
  const leaving = new AbortController();
  // An answer that nobody refers to is collected some time, and its connection closed.
  const held = [await look(leaving.signal)];
  while (held.length < limits.quotas.eventStreams.user) held.push(await look());
  const refused = await look();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  for (const other of ['eve', 'root']) expect((await look(undefined, other)).status).toBe(200);
  leaving.abort();
  await expect.poll(() => ended.mock.calls.length).toBeGreaterThan(0);
  expect((await look()).status).toBe(200);
  expect(held.map(({ status }) => status)).toEqual(held.map(() => 200));
});

it('ends all streams when the server closes', async () => {
  const { look, ended } = await open();
  const events = eventsOf(await look());
  await events.next();
  const closed = server.close();
  expect((await events.next()).done).toBe(true);
  await closed;
  expect(ended).toHaveBeenCalled();
});
