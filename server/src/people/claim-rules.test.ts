import { expect, test } from 'vitest';
import { claimsOf, matchingRule, readClaimRules } from './claim-rules.ts';

const said = (claims: object, email: string | null = null) => ({
  claims: claims as Record<string, unknown>,
  email,
  domains: email ? [email.slice(email.indexOf('@') + 1)] : [],
});
const holds = (text: string, claims: object, email: string | null = null): boolean =>
  matchingRule(readClaimRules(text).rules, said(claims, email)) !== undefined;

test.each([
  ['groups=office', { groups: ['staff', 'office'] }, true],
  ['groups=office', { groups: 'office' }, true],
  ['groups=office', { groups: ['Office'] }, false],
  ['groups=office', { groups: ['office-2'] }, false],
  ['groups=office', {}, false],
  ['realm_access.roles=ads', { realm_access: { roles: ['ads'] } }, true],
  ['realm_access.roles=ads', { realm_access: ['ads'] }, false],
  ['https://x.example/roles=ads', { 'https://x.example/roles': ['ads'] }, true],
  ['a.b=c', { 'a.b': 'c' }, true],
  ['cn=Ads\\, Berlin', { cn: 'Ads, Berlin' }, true],
  ['cn=Ads\\, Berlin, x=y', { x: 'y' }, true],
  ['dn=ou=ads', { dn: 'ou=ads' }, true],
  ['level=3', { level: 3 }, true],
  ['isBoss=true', { isBoss: true }, true],
  ['toString=x', {}, false],
  ['constructor.name=Object', {}, false],
  ['groups=', { groups: [{}] }, false],
] as const)('%s with %j: %s', (text, claims, expected) => {
  expect(holds(text, claims)).toBe(expected);
});

test.each([
  ['Nia@Harbour.example', 'nia@harbour.example', true],
  ['@harbour.example', 'nia@harbour.example', true],
  ['@harbour.example', 'nia@evil-harbour.example', false],
  ['@harbour.example', 'nia@harbour.example.evil.example', false],
  ['@harbour.example', null, false],
  ['email=nia@harbour.example', null, false],
] as const)('%s with the believed address %s: %s', (text, email, expected) => {
  expect(holds(text, {}, email)).toBe(expected);
});

test('what is no rule is refused', () => {
  for (const text of ['office', '@', 'a@', '=x', 'groups=a,office']) {
    expect(readClaimRules(text).fault, text).toMatch(/^must be e-mails, @domain or claim=value/);
  }
  expect(readClaimRules(' , ')).toEqual({ rules: [], fault: null });
  expect(claimsOf(readClaimRules('groups=a, groups=b, @x.example').rules)).toEqual([
    'groups',
    'email',
  ]);
});
