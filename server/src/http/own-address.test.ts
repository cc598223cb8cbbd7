import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ownAddress } from './own-address.ts';

const from = (headers: Record<string, string>, isFromProxy = false) =>
  ownAddress({ headers } as unknown as IncomingMessage, isFromProxy);

describe('the address of the server in an answer', () => {
  it.each([
    ['localhost:8080', 'http://localhost:8080'],
    ['adwarden.example.com', 'http://adwarden.example.com'],
    ['ADS.example.com.:443', 'http://ADS.example.com.:443'],
    ['my_host', 'http://my_host'],
    ['192.0.2.7:80', 'http://192.0.2.7:80'],
    ['[2001:db8::1]:8080', 'http://[2001:db8::1]:8080'],
  ])('of Host %s is %s', (host, address) => expect(from({ host })).toBe(address));

  it.each([
    '',
    'a"b',
    'a","dist":{"tarball":"http://evil',
    'a b',
    'a/b',
    'user@host',
    'a\\b',
    'a?b',
    'a#b',
    'a:port',
    'a:123456',
    '-a',
    'a..b',
    '[::1',
    'ä.example',
    `${'a'.repeat(64)}.example`,
    'a.'.repeat(200),
    '$&',
  ])('of Host %j is none', (host) => expect(from({ host })).toBeNull());

  it('takes what a proxy says only from a trusted one', () => {
    const headers = {
      host: 'inside:8080',
      'x-forwarded-host': 'evil.example, adwarden.example.com',
      'x-forwarded-proto': 'http, https',
    };
    expect(from(headers)).toBe('http://inside:8080');
    expect(from(headers, true)).toBe('https://adwarden.example.com');
    expect(from({ ...headers, 'x-forwarded-host': 'a"b' }, true)).toBeNull();
    expect(from({ host: 'inside' }, true)).toBe('http://inside');
    expect(from({})).toBeNull();
  });
});
