import { describe, expect, it } from 'vitest';
import { blockOf, networkOf } from './network.ts';

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['', 'unknown'],
    ['x'.repeat(10_000), 'unknown'],
    ['203.0.113.7:5000', 'unknown'],
  ])('%j → %j', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
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
