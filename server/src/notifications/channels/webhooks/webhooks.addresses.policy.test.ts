import { expect, test } from 'vitest';
import { refusalIn } from './webhooks.addresses.policy.ts';

const own = 'an address of this machine';
const inside = 'in a private network, and WEBHOOK_PRIVATE is off';
const none = 'no address that a receiver can have';

test.each([
  ['https://hooks.example', '203.0.114.7', null, null],
  ['https://hooks.example', '2606:4700::1111', null, null],
  ['https://hooks.example', '10.0.0.5', inside, null],
  ['https://hooks.example', '::ffff:10.0.0.5', inside, null],
  ['https://hooks.example', 'fd00::5', inside, null],
  ['https://10.0.0.5', '10.0.0.5', inside, null],
  ['https://hooks.example', '127.0.0.1', own, null],
  ['http://127.0.0.1:80', '127.0.0.1', null, null],
  ['http://localhost', '::1', null, null],
  ['https://[::1]', '::1', null, null],
  ['https://localhost.example', '127.0.0.1', own, null],
  ['https://hooks.example', '169.254.169.254', none, none],
  ['https://hooks.example', 'fe80::1', none, none],
  ['https://hooks.example', '0.0.0.0', none, none],
])('%s at %s', (url, address, refusal, withPrivate) => {
  expect(refusalIn(new URL(url), { isPrivateAllowed: false })(address)).toBe(refusal);
  expect(refusalIn(new URL(url), { isPrivateAllowed: true })(address)).toBe(withPrivate);
});
