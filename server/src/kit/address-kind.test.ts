import { expect, test } from 'vitest';
import { kindOfAddress } from './address-kind.ts';

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.9.9.9', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['10.0.0.5', 'private'],
  ['172.16.0.1', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.1.1', 'private'],
  ['::ffff:192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd00::1', 'private'],
  ['203.0.114.7', 'public'],
  ['2606:4700::1111', 'public'],
  ['169.254.169.254', 'other'],
  ['::ffff:169.254.169.254', 'other'],
  ['fe80::1', 'other'],
  ['fec0::1', 'other'],
  ['0.0.0.0', 'other'],
  ['::', 'other'],
  ['224.0.0.1', 'other'],
  ['255.255.255.255', 'other'],
  ['198.18.0.1', 'other'],
  ['192.0.2.1', 'other'],
  ['64:ff9b::a00:5', 'other'],
  ['2002:a00:5::1', 'other'],
  ['2001:0:1::1', 'other'],
  ['::127.0.0.1', 'loopback'],
  ['2130706433', 'other'],
  ['example.com', 'other'],
  ['', 'other'],
])('%s is %s', (address, kind) => {
  expect(kindOfAddress(address)).toBe(kind);
});
