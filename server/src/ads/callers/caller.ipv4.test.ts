import { isIPv4 } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCallersByIpv4, ipv4Number } from './caller.ipv4.ts';
import { callerPart } from './caller.part.ts';

const bytes = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 });

it('reads every IPv4 address', () => {
  fc.assert(
    fc.property(bytes, (four) => {
      expect(ipv4Number(four.join('.'))).toBe(four.reduce((sum, byte) => sum * 256 + byte, 0));
    }),
  );
  expect(ipv4Number('255.255.255.255')).toBe(2 ** 32 - 1);
});

it('is 0 for everything else', () => {
  const part = fc.oneof(
    fc.nat(300).map(String),
    fc.constantFrom('', '00', '01', ' 1', '-1', 'x', '１'),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const text = parts.join('.');
      if (!isIPv4(text)) expect(ipv4Number(text), text).toBe(0);
    }),
    { numRuns: 2000 },
  );
  for (const text of ['', '...', '1.2.3.4:80', '::ffff:1.2.3.4', '1.2.3.4 ', '1'.repeat(1000)]) {
    expect(ipv4Number(text), text).toBe(0);
  }
});

it('keeps callers by address, and none under another one', () => {
  const callers = createCallersByIpv4();
  const countries = ['US', 'DE', 'FR', null];
  const at = (number: number) => callerPart(countries[number % 4] ?? null, null);
  let kept = 0;
  for (let number = 1; number <= 200_000; number += 1) callers.set(number * 7919, at(number));
  for (let number = 1; number <= 200_000; number += 1) {
    const part = callers.get(number * 7919);
    if (part === undefined) continue;
    kept += 1;
    expect(part).toBe(at(number));
  }
  expect(kept).toBeGreaterThan(30_000);
  expect(callers.get(5)).toBeUndefined();
  callers.clear();
  expect(callers.get(200_000 * 7919)).toBeUndefined();
});

it.each([1, 256, 65_536])('keeps nearly all of 10,000 addresses that are %d apart', (apart) => {
  const callers = createCallersByIpv4();
  const part = callerPart('US', null);
  const all = Array.from({ length: 10_000 }, (_, number) => 0x08000000 + number * apart);
  for (const address of all) callers.set(address, part);
  expect(all.filter((address) => callers.get(address)).length).toBeGreaterThan(9_500);
});
