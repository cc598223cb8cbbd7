import { expect, test } from 'vitest';
import { placeToMend, subjectOf } from './finding-rules.ts';

const app = { appID: 'q7m2x5k3v4y6z7ab', appName: 'Tide Clock' };
const installation = { appID: '', appName: '' };

test.each([
  ['admin', 'googleBanner1', '/admin/application-list', '&field=googleBanner1'],
  ['user', 'packageName', '/application-list', '&field=packageName'],
  ['user', '', '/application-list', ''],
] as const)(
  'the findings of an %s with the field %j lead to the form',
  (role, field, list, end) => {
    const { appID } = app;
    const rule = 'malformed-unit';
    expect(placeToMend(role, { appID, field, rule })).toBe(
      `${list}?search=${appID}&edit=${appID}${end}`,
    );
  },
);

test('a finding about the installation has a name, and no form but that of an account', () => {
  expect(subjectOf(app)).toBe('Tide Clock');
  expect(subjectOf(installation)).toBe('This installation');
  const place = (rule: 'edge-silent' | 'app-ads-lacks-lines', field: string) =>
    placeToMend('admin', { ...installation, rule, field });
  expect(place('edge-silent', '')).toBeNull();
  expect(place('app-ads-lacks-lines', 'A / B')).toBe('/admin/app-ads/A%20%2F%20B');
});
