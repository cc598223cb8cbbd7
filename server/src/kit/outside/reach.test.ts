import { expect, test } from 'vitest';
import { refusalOf } from './reach.ts';

const own = 'an address of this machine, and PRIVATE is off';
const inside = 'in a private network, and PRIVATE is off';
const both = (address: string): [string, string] => {
  const refusal = `hooks.example is ${address}, an address that is never asked`;
  return [refusal, refusal];
};

test.each<[string, string, string | null, string | null]>([
  ['https://hooks.example', '203.0.114.7', null, null],
  ['https://hooks.example', '2606:4700::1111', null, null],
  ['https://hooks.example', '10.0.0.5', `hooks.example is 10.0.0.5, ${inside}`, null],
  ['https://hooks.example.', 'fd00::5', `hooks.example is fd00::5, ${inside}`, null],
  ['https://hooks.example', '::ffff:10.0.0.5', `hooks.example is ::ffff:10.0.0.5, ${inside}`, null],
  ['https://10.0.0.5', '10.0.0.5', `10.0.0.5 is ${inside}`, null],
  ['https://hooks.example', '127.0.0.1', `hooks.example is 127.0.0.1, ${own}`, null],
  ['http://127.0.0.1:80', '127.0.0.1', `127.0.0.1 is ${own}`, null],
  ['http://2130706433', '127.0.0.1', `127.0.0.1 is ${own}`, null],
  ['http://localhost', '::1', `localhost is ::1, ${own}`, null],
  ['https://[::1]', '::1', `::1 is ${own}`, null],
  ['https://localhost.example', '127.0.0.1', `localhost.example is 127.0.0.1, ${own}`, null],
  ['https://hooks.example', '169.254.169.254', ...both('169.254.169.254')],
  ['https://hooks.example', 'fe80::1', ...both('fe80::1')],
  ['https://hooks.example', '0.0.0.0', ...both('0.0.0.0')],
])('%s at %s', (url, address, refusal, withPrivate) => {
  const reach = { setting: 'PRIVATE' };
  const ask = (allowsPrivate: boolean) =>
    refusalOf(new URL(url), [address], { ...reach, allowsPrivate });
  expect([ask(false), ask(true)]).toEqual([refusal, withPrivate]);
});

test('one address is enough to refuse', () => {
  const reach = { allowsPrivate: false, setting: 'PRIVATE' };
  const addresses = ['203.0.114.7', '10.0.0.5'];
  expect(refusalOf(new URL('https://hooks.example'), addresses, reach)).toBe(
    `hooks.example is 10.0.0.5, ${inside}`,
  );
});
