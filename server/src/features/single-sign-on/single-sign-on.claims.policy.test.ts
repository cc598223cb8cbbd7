import { describe, expect, it, test } from 'vitest';
import { readClaimRules } from '../../people/claim-rules.ts';
import {
  believedAddress,
  lacksClaims,
  nameOf,
  roleBy,
  withUserinfo,
} from './single-sign-on.claims.policy.ts';

const settings = (admins: string, viewers = '', issuer = 'https://login.example.com') => ({
  issuer,
  admins: readClaimRules(admins).rules,
  viewers: readClaimRules(viewers).rules,
  email: 'verified' as const,
});
const nia = { email: 'Nia@Harbour.example', email_verified: true };

test.each([
  [{ ...nia }, 'verified', 'nia@harbour.example'],
  [{ email: nia.email }, 'verified', null],
  [{ email: nia.email }, 'trusted', 'nia@harbour.example'],
  [{ email: nia.email, email_verified: false }, 'trusted', null],
  [{ email: nia.email, email_verified: 'true' }, 'trusted', null],
  [{ email: 'nobody', email_verified: true }, 'verified', null],
] as const)('%j where addresses are %s: %s', (claims, email, expected) => {
  expect(believedAddress(claims, { email })).toBe(expected);
});

describe('roles', () => {
  it('administrators come before viewers', () => {
    const both = settings('groups=a', 'groups=v');
    expect(roleBy({ groups: ['v', 'a'] }, both)).toBe('admin');
    expect(roleBy({ groups: ['v'] }, both)).toBe('viewer');
    expect(roleBy({}, both)).toBeNull();
  });

  it('with Google a domain counts when it is that of the organisation', () => {
    const google = settings('@harbour.example', '', 'https://accounts.google.com');
    expect(roleBy(nia, google)).toBeNull();
    expect(roleBy({ ...nia, hd: 'other.example' }, google)).toBeNull();
    expect(roleBy({ ...nia, hd: 'harbour.example' }, google)).toBe('admin');
  });

  it('an address that is not verified gives none', () => {
    expect(roleBy({ ...nia, email_verified: false }, settings('@harbour.example'))).toBeNull();
  });
});

describe('userinfo', () => {
  it('is asked for what the token lacks', () => {
    const whole = { ...nia, name: 'Nia', realm_access: {} };
    expect(lacksClaims(whole, settings('realm_access.roles=a'))).toBe(false);
    expect(lacksClaims(whole, settings('groups=a'))).toBe(true);
    expect(lacksClaims({ name: 'Nia' }, settings(''))).toBe(true);
  });

  it('says nothing about another address', () => {
    const other = { email: 'x@other.example', email_verified: true, name: 'X' };
    expect(withUserinfo({ email: 'nia@harbour.example' }, other)).toEqual({
      email: 'nia@harbour.example',
      name: 'X',
    });
    expect(withUserinfo({ sub: '1' }, other)).toEqual({ sub: '1', ...other });
    expect(withUserinfo({ ...nia, email_verified: false }, nia).email_verified).toBe(false);
  });
});

test('names', () => {
  expect(nameOf({ name: ' Nia Quay ' }, 'x')).toBe('Nia Quay');
  expect(nameOf({ given_name: 'Nia', family_name: 'Quay' }, 'x')).toBe('Nia Quay');
  expect(nameOf({ name: 'Nia\u202e Quay' }, 'x')).toBe('x');
  expect(nameOf({ name: 7 }, 'nia@harbour.example')).toBe('nia@harbour.example');
  expect(nameOf({ name: 'x'.repeat(1_000) }, 'y').length).toBeLessThan(300);
});
