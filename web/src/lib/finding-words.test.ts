import { findingRuleNames, sourceOf } from '@adwarden/contract/findings/rules';
import { expect, test } from 'vitest';
import { appRuleOptions, appsWithFinding, findingsOfRule, ruleOptions } from './finding-words.ts';

test('administrators can filter by every rule, owners by those about apps', () => {
  expect(ruleOptions.admin.map(({ value }) => value)).toEqual(findingRuleNames);
  expect(ruleOptions.user).toEqual(appRuleOptions);
  expect(appRuleOptions.map(({ value }) => sourceOf(value))).not.toContain('installation');
  expect(appRuleOptions).toContainEqual({
    value: 'unit-twice',
    label: 'Same ad unit in two places',
  });
});

test('a rule leads to its open findings, and to the apps that have them', () => {
  expect(findingsOfRule('admin', 'no-ad-unit')).toBe('/admin/safety/findings?rule=no-ad-unit');
  expect(findingsOfRule('user', 'no-ad-unit')).toBe('/safety/findings?rule=no-ad-unit');
  expect(appsWithFinding('admin', 'no-ad-unit')).toBe('/admin/application-list?finding=no-ad-unit');
  expect(appsWithFinding('user', 'no-ad-unit')).toBe('/application-list?finding=no-ad-unit');
});
