import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDnsServer } from '../../../test/outside/dns-server.ts';
import { createResolveHost, type ResolveHost } from './resolve-host.ts';

let server: Awaited<ReturnType<typeof openDnsServer>>;
let resolve: ResolveHost;
beforeAll(async () => {
  server = await openDnsServer({
    'both.example': ['203.0.113.7', '10.0.0.5', '2606:4700::1111'],
    'six.example': ['fd00::5'],
    'silent.example': 'silent',
  });
  resolve = createResolveHost([server.address]);
});
afterAll(() => server?.close());

const never = new AbortController().signal;

test.each([
  ['both.example', ['203.0.113.7', '10.0.0.5', '2606:4700::1111']],
  ['six.example', ['fd00::5']],
  ['localhost', ['127.0.0.1', '::1']],
  ['192.0.2.7', ['192.0.2.7']],
  ['fd00::9', ['fd00::9']],
])('%s has all its addresses', async (host, addresses) => {
  expect(await resolve(host, never)).toEqual(addresses);
});

test('a name that nobody knows', async () => {
  await expect(resolve('gone.example', never)).rejects.toThrow(
    'gone.example has no address in the DNS',
  );
});

test('servers that are silent hold up nobody', async () => {
  const end = AbortSignal.timeout(300);
  const silent = Array.from({ length: 20 }, () => resolve('silent.example', end));
  const began = performance.now();
  expect(await resolve('six.example', never)).toEqual(['fd00::5']);
  expect(performance.now() - began).toBeLessThan(250);
  for (const one of silent) await expect(one).rejects.toThrow();
  expect(performance.now() - began, 'it ends when it is told to').toBeLessThan(1_000);
});
