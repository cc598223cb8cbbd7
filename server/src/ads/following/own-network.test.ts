import { expect, it } from 'vitest';
import { createOwnNetwork } from './own-network.ts';

/* The addresses at which an edge may talk to an office without TLS. */

const own = createOwnNetwork(['172.30.80.0/24']);

it.each(['127.0.0.1', '::1', '172.30.80.11', 'localhost', 'office1'])('%s may be asked', (host) => {
  expect(() => own.mustHave(host)).not.toThrow();
});

it.each(['192.0.2.1', '172.30.81.1', '2001:db8::1', '0.0.0.0'])('%s needs HTTPS', (host) => {
  expect(() => own.mustHave(host)).toThrow(`${host} is not in EDGE_NETWORKS`);
});

const look = (network: typeof own, host: string, all: boolean) =>
  new Promise((resolve, reject) => {
    network.lookup(host, { all }, (error, found) => (error ? reject(error) : resolve(found)));
  });

it('of the addresses of a name only those of the own network are taken', async () => {
  expect(await look(own, 'localhost', false)).toMatch(/^(127\.0\.0\.1|::1)$/);
  expect(await look(own, 'localhost', true)).toContainEqual({ address: '127.0.0.1', family: 4 });
  expect(await look(own, '172.30.80.9', false)).toBe('172.30.80.9');
  await expect(look(own, '192.0.2.1', true)).rejects.toThrow('192.0.2.1 is not in EDGE_NETWORKS');
  await expect(look(own, 'name.invalid', true)).rejects.toThrow('name.invalid');
});
