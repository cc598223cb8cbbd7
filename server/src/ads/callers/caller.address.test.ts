import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createCallerAddresses, readAddress } from './caller.address.ts';

/** A raw request as far as addresses go. */
const requestFrom = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

describe('the address of a request', () => {
  const trusting = createCallerAddresses(['10.0.0.0/8', '2001:db8::/32', '127.0.0.1']);

  it.each([
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '8.8.8.8', '8.8.8.8'],
    ['::ffff:127.0.0.1', '8.8.8.8', '8.8.8.8'],
    ['2001:db8::9', ' 8.8.8.8 ', '8.8.8.8'],
    // The left-most is written by whoever likes to: only what trusted proxies added counts.
    ['127.0.0.1', '1.1.1.1, 8.8.8.8', '8.8.8.8'],
    ['127.0.0.1', '1.1.1.1, 8.8.8.8, 10.1.2.3', '8.8.8.8'],
    ['127.0.0.1', 'nonsense, 10.1.2.3', 'nonsense'],
    ['127.0.0.1', '', '127.0.0.1'],
    // A peer that nobody trusts.
    ['9.9.9.9', '8.8.8.8', '9.9.9.9'],
    ['128.0.0.1', '8.8.8.8, 10.1.2.3', '128.0.0.1'],
  ])('from %s with %j is %s', (peer, forwarded, expected) => {
    expect(trusting.of(requestFrom(peer, forwarded))).toBe(expected);
  });

  it('is the peer when nobody is trusted', () => {
    const careful = createCallerAddresses([]);
    expect(careful.of(requestFrom('127.0.0.1', '8.8.8.8'))).toBe('127.0.0.1');
    expect(careful.isFromProxy(requestFrom('127.0.0.1'))).toBe(false);
    expect(trusting.isFromProxy(requestFrom('127.0.0.1'))).toBe(true);
    expect(trusting.isFromProxy(requestFrom('9.9.9.9', '127.0.0.1'))).toBe(false);
  });

  it('is what Fastify says to the back office, for any peer, header and trust', async () => {
    const network = fc.constantFrom(
      '127.0.0.1',
      '10.0.0.0/8',
      '8.8.8.0/24',
      '::1',
      '2001:db8::/32',
    );
    const address = fc.constantFrom(
      ...['127.0.0.1', '10.9.9.9', '8.8.8.8', '8.8.4.4', '::1', '2001:db8::1', '2a00::1'],
      ...['::ffff:10.0.0.1', '8.8.8.8:443', '[::1]:80', 'fe80::1%eth0', 'unknown', '', ' ', '1e3'],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(network, { minLength: 1, maxLength: 3 }),
        address.filter((text) => text.length > 2),
        fc.option(fc.array(address, { maxLength: 4 }).map((list) => list.join(', '))),
        async (trustProxy, peer, forwarded) => {
          const server = fastify({ trustProxy });
          server.get('/', (request) => ({ ip: request.ip }));
          const answer = await server.inject({
            url: '/',
            remoteAddress: peer,
            ...(forwarded !== null && { headers: { 'x-forwarded-for': forwarded } }),
          });
          const ours = createCallerAddresses(trustProxy).of(
            requestFrom(peer, forwarded ?? undefined),
          );
          expect(ours).toBe(answer.json().ip);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('reading an address', () => {
  it.each([
    ['8.8.8.8', '8.8.8.8', true],
    [' 8.8.8.8 ', '8.8.8.8', true],
    ['8.8.8.8:51234', '8.8.8.8', true],
    ['::ffff:8.8.8.8', '8.8.8.8', true],
    ['::FFFF:808:808', '8.8.8.8', true],
    ['2001:4860:4860:0::8888', '2001:4860:4860::8888', true],
    ['[2001:4860:4860::8888]', '2001:4860:4860::8888', true],
    ['[2001:4860:4860::8888]:443', '2001:4860:4860::8888', true],
    ['2001:4860:4860::8888%eth0', '2001:4860:4860::8888', true],
    ['10.0.0.1', '10.0.0.1', false],
    ['127.8.8.8', '127.8.8.8', false],
    ['100.64.0.1', '100.64.0.1', false],
    ['169.254.1.1', '169.254.1.1', false],
    ['172.31.0.1', '172.31.0.1', false],
    ['172.32.0.1', '172.32.0.1', true],
    ['192.168.1.1', '192.168.1.1', false],
    ['198.51.100.7', '198.51.100.7', false],
    ['203.0.113.7', '203.0.113.7', false],
    ['224.0.0.1', '224.0.0.1', false],
    ['255.255.255.255', '255.255.255.255', false],
    ['::ffff:10.0.0.1', '10.0.0.1', false],
    ['::1', '::1', false],
    ['::', '::', false],
    ['fe80::1%eth0', 'fe80::1', false],
    ['fd12:3456::1', 'fd12:3456::1', false],
    ['2001:db8::1', '2001:db8::1', false],
    ['2002:808:808::1', '2002:808:808::1', false],
    ['64:ff9b::8.8.8.8', '64:ff9b::808:808', false],
    ['ff02::1', 'ff02::1', false],
  ])('%s is %s, public: %s', (written, address, isPublic) => {
    expect(readAddress(written)).toEqual({ address, isPublic });
  });

  it.each([
    '',
    'unknown',
    '8.8.8',
    '8.8.8.8.8',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8/24',
    '8.8.8.8:port',
    '8.8.8.8:123456',
    '[8.8.8.8',
    ':::',
    '2001:::1',
    '1.1.1.1, 8.8.8.8',
    '_hidden',
    '"8.8.8.8"',
    '8.8.8.8\u0000',
    '٨.٨.٨.٨',
    'a'.repeat(10_000),
    `2001:4860:4860::8888%${'z'.repeat(10_000)}`,
  ])('%j is none', (written) => {
    expect(readAddress(written)).toBeNull();
  });
});
