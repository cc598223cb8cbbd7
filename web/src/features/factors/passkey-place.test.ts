import { afterEach, expect, test } from 'vitest';
import { canUsePasskeys } from './can-use-passkeys.ts';
import { whyNoPasskeys } from './passkey-place.ts';

const world = globalThis as unknown as Record<string, unknown>;
function openAt(address: string, isTaking = true): void {
  world.location = new URL(address);
  world.window = isTaking ? { PublicKeyCredential: class {} } : {};
}
afterEach(() => {
  delete world.location;
  delete world.window;
});
const at = (passkeyOrigin: string) => ({ passkeys: true, passkeyOrigin, noPasskeys: null });

test.each([
  ['https://office.example.com', true, true],
  ['https://office.example.com', false, false],
  ['https://other.example.com', true, false],
])(
  'at %s, in a browser that takes them: %s, they can be used: %s',
  (address, isTaking, expected) => {
    openAt(address, isTaking);
    expect(canUsePasskeys(at('https://office.example.com'))).toBe(expected);
  },
);

test('a page says why there are none', () => {
  openAt('https://office.example.com');
  expect(whyNoPasskeys(at('https://office.example.com'), 'admin')).toBeNull();
  expect(whyNoPasskeys(at('https://other.example.com'), 'admin')).toContain(
    'at https://other.example.com only',
  );
  expect(whyNoPasskeys(at('http://localhost:3000'), 'admin')).toContain('OFFICE_ADDRESS');
  const none = { passkeys: false, passkeyOrigin: null };
  expect(whyNoPasskeys({ ...none, noPasskeys: 'not-https' }, 'admin')).toContain('HTTPS');
  expect(whyNoPasskeys({ ...none, noPasskeys: 'no-host-name' }, 'admin')).toContain(
    'an IP address',
  );
  expect(whyNoPasskeys({ ...none, noPasskeys: 'not-https' }, 'user')).not.toContain('_');
  openAt('http://localhost:3000', false);
  expect(whyNoPasskeys(at('http://localhost:3000'), 'admin')).toBe(
    'This browser takes no passkeys.',
  );
});
