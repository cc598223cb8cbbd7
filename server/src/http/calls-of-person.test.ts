import type { Socket } from 'node:net';
import { limits } from '@adwarden/contract/limits';
import { fastify } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPaused } from '../../test/outside/raw-socket.ts';
import { callsOfPerson } from './calls-of-person.ts';
import type { BackOffice } from './route.ts';

/* A person who does not read the answers: how many calls are at work, and whose calls wait. */

const { atWork } = limits.callsOfPerson;
const server = () => {
  const made: string[] = [];
  const app = fastify() as unknown as BackOffice;
  const takePlace = callsOfPerson(app);
  app.addHook('onRequest', async ({ headers }, reply) => {
    await takePlace({ kind: 'user', id: String(headers.person) }, reply);
  });
  // This is more than a socket's buffers hold.
  const page = 'x'.repeat(12 * 1024 * 1024);
  app.get('/', async ({ headers }) => {
    made.push(String(headers.person));
    return headers.person === 'eve' ? 'small' : page;
  });
  return { app, made };
};

let test: ReturnType<typeof server>;
let address: string;
const sockets: Socket[] = [];
beforeEach(async () => {
  test = server();
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await test.app.close();
});

async function askWithoutReading(person: string): Promise<Socket> {
  const socket = await openPaused(address);
  sockets.push(socket);
  socket.write(
    `GET / HTTP/1.1\r\nHost: localhost\r\nPerson: ${person}\r\nConnection: close\r\n\r\n`,
  );
  return socket;
}
const ask = async (person: string) => (await fetch(address, { headers: { person } })).text();

it('makes no more unread answers of a person than the limit, and answers everybody else', async () => {
  for (let call = 0; call < 3 * atWork; call += 1) await askWithoutReading('ada');
  await expect.poll(() => test.made.length).toBe(atWork);
  expect(await ask('eve')).toBe('small');
  expect(test.made).toHaveLength(atWork + 1);
});

it('goes on when answers are read, or their connections are closed', async () => {
  const calls = [];
  for (let call = 0; call < 3 * atWork; call += 1) calls.push(await askWithoutReading('ada'));
  await expect.poll(() => test.made.length).toBe(atWork);
  for (const call of calls.slice(0, atWork)) call.resume();
  await expect.poll(() => test.made.length).toBe(2 * atWork);
  // These calls are at work; the later ones wait.
  for (const call of calls.slice(atWork)) call.destroy();
  expect(await ask('ada')).toHaveLength(12 * 1024 * 1024);
});
