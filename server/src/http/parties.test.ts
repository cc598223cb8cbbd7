import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { partyNow } from '../kit/turns/party.ts';
import type { Actor } from './actor.ts';
import { actForCallers } from './parties.ts';
import type { BackOffice } from './route.ts';
import { boundLargeBodies } from './slots.ts';
import { sendList } from './streamed-list.ts';

/* For whom the work of a call is done, wherever in the call. */

let server: BackOffice;
afterEach(() => server?.close());

async function open() {
  server = fastify() as unknown as BackOffice;
  server.decorateRequest('actor', null);
  actForCallers(server);
  const seen: string[] = [];
  const see = () => void seen.push(`${partyNow().key}${partyNow().isUrgent ? '!' : ''}`);
  server.addHook('onRequest', async (request) => {
    see();
    await pause(1);
    const login = String(request.headers.as ?? '');
    const actor = { kind: 'user', id: login, fullName: '', login, address: '' } as Actor;
    request.actor = login ? actor : null;
  });
  boundLargeBodies(server);
  server.post('/save', async () => {
    see();
    await pause(1);
    see();
    return 'saved';
  });
  server.post('/pause', { config: { urgent: true } }, async () => {
    see();
    return 'paused';
  });
  server.get('/list', async (_request, reply) => {
    async function* rows() {
      for (let row = 0; row < 40; row += 1) {
        see();
        yield [{ row, text: 'x'.repeat(100_000) }];
      }
    }
    return sendList(reply, 'Rows', rows());
  });
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  return { address, seen };
}

it('is an address, and then the person, also after a body that comes slowly', async () => {
  const { address, seen } = await open();
  async function* body() {
    yield new TextEncoder().encode('{"a":');
    await pause(20);
    yield new TextEncoder().encode('1}');
  }
  const answer = await fetch(`${address}/save`, {
    method: 'POST',
    headers: { as: 'ada', 'content-type': 'application/json' },
    body: ReadableStream.from(body()),
    duplex: 'half',
  } as RequestInit);
  expect(await answer.text()).toBe('saved');
  expect(seen).toEqual(['address 127.0.0.1', 'user ada', 'user ada']);
});

it('is urgent from its first step where the call is', async () => {
  const { address, seen } = await open();
  await fetch(`${address}/pause`, { method: 'POST', headers: { as: 'ada' } });
  expect(seen).toEqual(['address 127.0.0.1, urgent!', 'user ada, urgent!']);
});

it('is the same to the end of a list that is read slowly, beside those of others', async () => {
  const { address, seen } = await open();
  const read = async (as: string) => {
    const { body } = await fetch(`${address}/list`, { headers: { as } });
    let bytes = 0;
    for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      if (bytes % 7 === 0) await pause(1);
    }
    return bytes;
  };
  const [ada, eve] = await Promise.all([read('ada'), read('eve')]);
  expect([ada > 4_000_000, eve]).toEqual([true, ada]);
  const count = (party: string) => seen.filter((each) => each === party).length;
  expect([count('user ada'), count('user eve')]).toEqual([40, 40]);
});
