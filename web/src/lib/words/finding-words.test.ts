import { findingRuleNames, sourceOf } from '@adwarden/contract/findings/rules';
import { expect, test } from 'vitest';
import { appRuleOptions, findingsOfApp, ruleOptions } from './finding-words.ts';

test('administrators can filter by every rule, owners by those about apps', () => {
  expect(ruleOptions.admin.map(({ value }) => value)).toEqual(findingRuleNames);
  expect(ruleOptions.user).toEqual(appRuleOptions);
  expect(appRuleOptions.map(({ value }) => sourceOf(value))).not.toContain('installation');
  expect(appRuleOptions).toContainEqual({
    value: 'unit-twice',
    label: 'Same ad unit in two places',
  });
});

test('an app leads to its open findings', () => {
  expect(findingsOfApp('admin', 'a1')).toBe('/admin/safety/findings?appID=a1');
  expect(findingsOfApp('user', 'a1')).toBe('/safety/findings?appID=a1');
});
