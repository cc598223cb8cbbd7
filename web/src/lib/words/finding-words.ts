import type { Finding } from '@adwarden/contract/findings/findings';
import {
  type FindingRule,
  type FindingSeverity,
  findingRuleNames,
  findingSeverities,
  sourceOf,
} from '@adwarden/contract/findings/rules';
import { findingTexts } from '@adwarden/contract/findings/texts';
import { severityWords } from '@adwarden/contract/state-words';
import type { Role } from '../role.ts';
import { safetyTabPath } from '../safety-tabs.ts';

/** The colour of each severity. */
export const severityTones = {
  error: 'danger',
  warning: 'warning',
  notice: 'neutral',
} as const satisfies Record<FindingSeverity, string>;

/** Returns the subject of a finding as a name: its app, or 'This installation'. */
export const subjectOf = ({ appID, appName }: Pick<Finding, 'appID' | 'appName'>): string =>
  appID === '' ? 'This installation' : appName;

/** The severities as options of a filter. */
export const severityOptions = findingSeverities.map((value) => ({
  value,
  label: severityWords[value],
}));

const optionsOf = (rules: readonly FindingRule[]) =>
  rules.map((value) => ({ value, label: findingTexts[value].title }));

/** The rules about apps as options of a filter, the worst first. */
export const appRuleOptions = optionsOf(
  findingRuleNames.filter((rule) => sourceOf(rule) !== 'installation'),
);

/** The rules for which a role gets findings: those about the installation are for administrators. */
export const ruleOptions: Record<Role, typeof appRuleOptions> = {
  admin: optionsOf(findingRuleNames),
  user: appRuleOptions,
};

/** Returns the address of the open findings of an app. */
export const findingsOfApp = (role: Role, appID: string): string =>
  `${safetyTabPath(role, 'findings')}?${new URLSearchParams({ appID })}`;
