/** The severity of a finding: it loses money or endangers the ad account; it is probably a mistake; it is worth knowing. */
export const findingSeverities = ['error', 'warning', 'notice'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

/**
 * The facts that a rule needs to judge an app. `fields`: its own fields, so the form can judge while somebody types. `others`:
 * other apps. `traffic`: its requests. `installation`: this server, and no app.
 */
export type FindingSource = 'fields' | 'others' | 'traffic' | 'installation';

/** All rules of findings; within a severity, those that matter most come first. */
export const findingRules = {
  'app-id-in-slot': ['error', 'fields'],
  'malformed-unit': ['error', 'fields'],
  'unit-characters': ['error', 'fields'],
  'sample-in-live-app': ['error', 'fields'],
  'placeholder-in-live-app': ['error', 'fields'],
  'retired-sample': ['error', 'fields'],
  'sample-of-other-format': ['error', 'fields'],
  'unit-twice-other-format': ['error', 'fields'],
  'no-ad-unit': ['error', 'fields'],
  'files-gone': ['error', 'installation'],
  'database-damaged': ['error', 'installation'],
  'clock-not-believed': ['error', 'installation'],
  'phones-behind': ['error', 'installation'],
  'folder-not-writable': ['error', 'installation'],
  'too-few-files': ['error', 'installation'],
  'backup-overdue': ['error', 'installation'],
  'app-ads-lacks-lines': ['error', 'installation'],
  'ended-token-in-use': ['error', 'traffic'],
  'two-publishers': ['warning', 'fields'],
  'publisher-unlike-account': ['warning', 'others'],
  'unit-in-two-apps': ['warning', 'others'],
  'unit-twice': ['warning', 'fields'],
  'package-in-two-apps': ['warning', 'others'],
  'malformed-package': ['warning', 'fields'],
  'example-package': ['warning', 'fields'],
  'ip-rules-without-effect': ['warning', 'fields'],
  'countries-without-effect': ['warning', 'fields'],
  'no-more-requests': ['warning', 'traffic'],
  'fewer-requests': ['warning', 'traffic'],
  'fewer-ads-after-change': ['warning', 'traffic'],
  'turned-off-by-rules': ['warning', 'traffic'],
  'wrong-tokens': ['warning', 'traffic'],
  'old-token-in-use': ['warning', 'traffic'],
  'traffic-while-not-live': ['warning', 'traffic'],
  'restored-changes-wait': ['warning', 'installation'],
  'edge-silent': ['warning', 'installation'],
  'webhook-off': ['warning', 'installation'],
  'mail-not-sent': ['warning', 'installation'],
  'last-recovery-code-used': ['warning', 'installation'],
  'callers-unknown': ['warning', 'installation'],
  'vpn-service-failing': ['warning', 'installation'],
  'countries-outdated': ['warning', 'installation'],
  'unlike-any-unit': ['notice', 'fields'],
  'ads-off-for-a-week': ['notice', 'traffic'],
  'account-spelling': ['notice', 'others'],
  'live-without-owner': ['notice', 'fields'],
  'second-factor-not-required': ['notice', 'installation'],
} as const satisfies Record<string, readonly [FindingSeverity, FindingSource]>;

export type FindingRule = keyof typeof findingRules;
export const findingRuleNames = Object.keys(findingRules) as [FindingRule, ...FindingRule[]];

export const severityOf = (rule: FindingRule): FindingSeverity => findingRules[rule][0];
export const sourceOf = (rule: FindingRule): FindingSource => findingRules[rule][1];

/** The finding of a rule. */
export type Found = {
  rule: FindingRule;
  /** The field of the form at fault; '' for the app as a whole. */
  field: string;
  /** The mistake in one sentence. */
  detail: string;
  /** The facts behind the finding. A muted finding opens again when this text changes. */
  facts: string;
  /** Some of the other apps that it is about, by app ID. */
  apps?: string[];
  /** The time since when it is so (epoch milliseconds), if the rule knows it; else the time when it was found. */
  since?: number;
};
