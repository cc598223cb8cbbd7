import proxyAddr from '@fastify/proxy-addr';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockOf, createNetworks, networkOf, readAddress } from './address.ts';

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['::1', '::1'],
    ['::2', '::2'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:5000', '203.0.113.7'],
    ['"[::ffff:203.0.113.7]:5000"', '203.0.113.7'],
    ['', null],
    ['unknown', null],
    ['_hidden', null],
    ['203.0.113', null],
    ['x'.repeat(10_000), null],
  ])('%j → %j', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('never throws, and is null for everything that is no address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        expect(networkOf(text) === null).toBe(readAddress(text) === null);
      }),
    );
  });

  it('never makes one of two, however their addresses are written', () => {
    const written = (address: string, way: number, port: number) =>
      [address, ` ${address}`, `"${address}"`, ...withPort(address, port)][way % 5] as string;
    const withPort = (address: string, port: number) =>
      address.includes(':')
        ? [`[${address}]:${port}`, `"[${address}]:_${port}"`]
        : [`${address}:${port}`, `"::ffff:${address}"`];
    const some = fc.record({ way: fc.nat(), port: fc.nat(65_535) });
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.ipV4(), some, some, (one, other, a, b) => {
        expect(networkOf(written(one, a.way, a.port))).toBe(networkOf(written(one, b.way, b.port)));
        if (one === other || one.includes(':')) return;
        expect(networkOf(written(one, a.way, a.port))).not.toBe(
          networkOf(written(other, b.way, b.port)),
        );
        const translated = (address: string) => networkOf(`64:ff9b::${address}`);
        expect(translated(one)).not.toBe(translated(other));
      }),
    );
  });
});

describe('createNetworks', () => {
  const has = createNetworks(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7']);
  it.each(['10.1.2.3', '10.1.2.3:80', '::ffff:10.1.2.3', '[2001:db8::1]:443', '"192.0.2.7"'])(
    '%s is in it',
    (written) => expect(has(written)).toBe(true),
  );
  it.each(['11.1.2.3', '192.0.2.8', '2001:db9::1', '', 'unknown', '10', '0xa.1.2.3', '_hidden'])(
    '%j is not',
    (written) => expect(has(written)).toBe(false),
  );
  it.each([
    [['10.0.0.0/8'], ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
    [['10.20.30.40/30'], ['10.20.30.40', '10.20.30.43'], ['10.20.30.39', '10.20.30.44']],
    [['10.20.30.43/30'], ['10.20.30.40', '10.20.30.43'], ['10.20.30.39', '10.20.30.44']],
    [['192.0.2.7/32'], ['192.0.2.7'], ['192.0.2.6', '192.0.2.8']],
    [['128.0.0.0/1'], ['128.0.0.0', '255.255.255.255'], ['127.255.255.255']],
    [['10.0.0.0/255.0.0.0'], ['10.1.2.3'], ['11.1.2.3']],
    [['::ffff:10.0.0.0/104'], ['10.1.2.3'], ['11.1.2.3']],
    [['::/1'], ['2001:db8::1'], ['10.1.2.3', 'fe80::1']],
    [
      ['::1', '127.0.0.1'],
      ['127.0.0.1', '::1'],
      ['0.0.0.1', '127.0.0.2'],
    ],
    [['255.255.255.255'], ['255.255.255.255'], ['255.255.255.254']],
  ])('%j has %j and not %j', (networks, inside, outside) => {
    const has = createNetworks(networks);
    expect(inside.filter((address) => !has(address))).toEqual([]);
    expect(outside.filter(has)).toEqual([]);
  });
  it('agrees with the library', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), fc.integer({ min: 1, max: 32 }), (one, other, bits) => {
        const network = `${one}/${bits}`;
        expect(createNetworks([network])(other)).toBe(proxyAddr.compile([network])(other, 0));
      }),
    );
  });
  it('of no networks has nothing', () => expect(createNetworks([])('127.0.0.1')).toBe(false));
});

describe('blockOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113'],
    ['2001:db8:1:2::/64', '2001:db8:1'],
    ['2001:db8:0:0::/64', '2001:db8:0'],
  ])('%j → %j', (network, block) => {
    expect(blockOf(network)).toBe(block);
  });
});
