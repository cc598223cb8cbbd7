import type { FindingRule } from '@adwarden/contract/findings/rules';
import { expect, test } from 'vitest';
import { subjectOf } from '../../lib/words/finding-words.ts';
import { placeToMend } from './finding-rules.ts';

const app = { appID: 'q7m2x5k3v4y6z7ab', appName: 'Tide Clock' };
const installation = { appID: '', appName: '' };

const { appID } = app;
const since = '2026-11-24T00:00:00.000Z';

test.each([
  ['admin', 'googleBanner1', '/admin/application-list'],
  ['user', 'packageName', '/application-list'],
] as const)('the findings of an %s with the field %j lead to the form', (role, field, list) => {
  expect(placeToMend(role, { appID, rule: 'unit-twice', field, since })).toBe(
    `${list}?search=${appID}&edit=${appID}&field=${field}`,
  );
});

test.each([
  ['admin', 'fewer-requests', '/admin/application', '/traffic?at=2026-11-24'],
  ['user', 'no-more-requests', '/application', '/traffic?at=2026-11-24'],
  ['user', 'wrong-tokens', '/application', '/tokens'],
  ['admin', 'old-token-in-use', '/admin/application', '/tokens'],
  ['admin', 'no-ad-unit', '/admin/application', ''],
] as const)('for an %s, %s leads to the page of the app', (role, rule, page, end) => {
  expect(placeToMend(role, { appID, rule, field: '', since })).toBe(`${page}/${appID}${end}`);
});

test('a finding about the installation has a name, and no form but that of an account', () => {
  expect(subjectOf(app)).toBe('Tide Clock');
  expect(subjectOf(installation)).toBe('This installation');
  const place = (rule: FindingRule, field: string) =>
    placeToMend('admin', { ...installation, rule, field, since });
  expect(place('callers-unknown', '')).toBeNull();
  expect(place('edge-silent', '')).toBeNull();
  expect(place('app-ads-lacks-lines', 'A / B')).toBe('/admin/app-ads/A%20%2F%20B');
});
