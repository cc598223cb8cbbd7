import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress } from './address.ts';
import { createCallerAddresses, type RequestOrigin } from './caller-address.ts';

/** Builds a raw request, as far as addresses need it. */
const requestFrom = (
  remoteAddress: string,
  forwardedFor?: string,
  forwarded?: string,
): RequestOrigin => ({
  socket: { remoteAddress },
  headers: { 'x-forwarded-for': forwardedFor, forwarded },
});

describe('the address of a request', () => {
  const trusting = createCallerAddresses(['10.0.0.0/8', '2001:db8::/32', '127.0.0.1']);

  it.each([
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '8.8.8.8', '8.8.8.8'],
    ['::ffff:127.0.0.1', '8.8.8.8', '8.8.8.8'],
    ['2001:db8::9', ' 8.8.8.8 ', '8.8.8.8'],
    // Anybody can write the left-most address, so only those that trusted proxies added count.
    ['127.0.0.1', '1.1.1.1, 8.8.8.8', '8.8.8.8'],
    ['127.0.0.1', '1.1.1.1, 8.8.8.8, 10.1.2.3', '8.8.8.8'],
    ['127.0.0.1', ',8.8.8.8,,\t10.1.2.3,', '8.8.8.8'],
    ['127.0.0.1', '10.9.9.9, 10.1.2.3', '10.9.9.9'],
    ['127.0.0.1', '', '127.0.0.1'],
    // The addresses of callers and of proxies have ports.
    ['127.0.0.1', '8.8.8.8:51234', '8.8.8.8'],
    ['127.0.0.1', '8.8.8.8:51234, 10.1.2.3:443', '8.8.8.8'],
    ['127.0.0.1', '2a00::1, [2001:db8::7]:443', '2a00::1'],
    ['127.0.0.1', '[2a00::1]:5000, "10.1.2.3:_http"', '2a00::1'],
    ['127.0.0.1', '::ffff:8.8.8.8, ::ffff:10.1.2.3', '8.8.8.8'],
    // A trusted proxy hides its caller, so the addresses before that do not count.
    ['127.0.0.1', 'nonsense, 10.1.2.3', 'unknown'],
    ['127.0.0.1', '8.8.8.8, unknown', 'unknown'],
    ['127.0.0.1', '8.8.8.8, _hidden, 10.1.2.3', 'unknown'],
    ['127.0.0.1', `8.8.8.8, ${'1'.repeat(5_000)}`, 'unknown'],
    // The peer is not trusted.
    ['9.9.9.9', '8.8.8.8', '9.9.9.9'],
    ['128.0.0.1', '8.8.8.8, 10.1.2.3', '128.0.0.1'],
  ])('from %s with %j is %s', (peer, forwarded, expected) => {
    expect(trusting.of(requestFrom(peer, forwarded))).toBe(expected);
  });

  it.each([
    ['for=8.8.8.8', '8.8.8.8'],
    ['For="8.8.8.8:4711"', '8.8.8.8'],
    ['for="[2A00::1]:4711";proto=https', '2a00::1'],
    ['proto=http;host="a;for=1.1.1.1";for=8.8.8.8', '8.8.8.8'],
    ['for=1.1.1.1, for=8.8.8.8;by=10.0.0.1, for="10.1.2.3:443"', '8.8.8.8'],
    ['for=8.8.8.8 ; proto=https', '8.8.8.8'],
    ['for=unknown', 'unknown'],
    ['for=8.8.8.8, for=_mdn', 'unknown'],
    ['proto=https', 'unknown'],
    ['8.8.8.8', 'unknown'],
    // An open quote of a stranger does not swallow the address that the proxy adds.
    ['for=", for="[2a00::1]:80"', '2a00::1'],
    ['for="1.1.1.1, for=8.8.8.8', '8.8.8.8'],
    ['', '127.0.0.1'],
  ])('with Forwarded: %s is %s', (forwarded, expected) => {
    expect(trusting.of(requestFrom('127.0.0.1', undefined, forwarded))).toBe(expected);
  });

  it('does not read Forwarded beside X-Forwarded-For, nor of strangers', () => {
    expect(trusting.of(requestFrom('127.0.0.1', '8.8.8.8', 'for=1.1.1.1'))).toBe('8.8.8.8');
    expect(trusting.of(requestFrom('9.9.9.9', undefined, 'for=1.1.1.1'))).toBe('9.9.9.9');
  });

  it('is the peer when nobody is trusted', () => {
    const careful = createCallerAddresses([]);
    expect(careful.of(requestFrom('127.0.0.1', '8.8.8.8', 'for=8.8.8.8'))).toBe('127.0.0.1');
    expect(careful.isFromProxy(requestFrom('127.0.0.1'))).toBe(false);
    expect(trusting.isFromProxy(requestFrom('127.0.0.1'))).toBe(true);
    expect(trusting.isFromProxy(requestFrom('9.9.9.9', '127.0.0.1'))).toBe(false);
  });

  it('says when a proxy may be between that nobody has named', () => {
    const careful = createCallerAddresses([]);
    expect(careful.isBehindStranger(requestFrom('9.9.9.9'))).toBe(false);
    expect(careful.isBehindStranger(requestFrom('9.9.9.9', '8.8.8.8'))).toBe(true);
    expect(careful.isBehindStranger(requestFrom('9.9.9.9', undefined, 'for=8.8.8.8'))).toBe(true);
    expect(trusting.isBehindStranger(requestFrom('127.0.0.1'))).toBe(false);
    expect(trusting.isBehindStranger(requestFrom('127.0.0.1', '8.8.8.8'))).toBe(false);
    expect(trusting.isBehindStranger(requestFrom('9.9.9.9', '8.8.8.8'))).toBe(true);
    // A proxy of somebody else stands before the trusted one.
    expect(trusting.isBehindStranger(requestFrom('127.0.0.1', '8.8.8.8, 9.9.9.9'))).toBe(true);
  });

  it('is always an address or unknown, never throws, and nobody can claim another one', () => {
    const sign = fc.constantFrom(...'0123456789abf.:,;"[]%_= \\for'.split(''), 'for=', '8.8.8.8');
    const text = fc.array(sign, { maxLength: 60 }).map((signs) => signs.join(''));
    const careful = createCallerAddresses(['127.0.0.1']);
    fc.assert(
      fc.property(text, fc.ipV4(), fc.nat(65_535), (claimed, real, port) => {
        fc.pre(!real.startsWith('127.'));
        for (const written of [real, `${real}:${port}`, `"${real}"`]) {
          const added = requestFrom('127.0.0.1', `${claimed}, ${written}`);
          expect(careful.of(added)).toBe(real);
        }
        const element = `${claimed}, for="${real}:${port}"`;
        expect(careful.of(requestFrom('127.0.0.1', undefined, element))).toBe(real);
        const alone = careful.of(requestFrom('127.0.0.1', claimed, claimed));
        expect(alone === 'unknown' || readAddress(alone) === alone).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
