import { expect, test } from 'vitest';
import { findingRuleNames, findingSeverities, severityOf, sourceOf } from './rules.ts';
import { findingTextsFor } from './texts.ts';

test('rules are listed by severity, the worst first', () => {
  const places = findingRuleNames.map((rule) => findingSeverities.indexOf(severityOf(rule)));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test.each(findingRuleNames)('%s says what it is, why it matters and what to do', (rule) => {
  for (const role of ['admin', 'user'] as const) {
    const { title, why, todo } = findingTextsFor(role, rule);
    expect(title).toMatch(/^\S.{5,60}[^.]$/);
    for (const text of [why, todo]) expect(text).toMatch(/^[A-Z].{20,250}\.$/);
  }
});

/** Words about fields and buttons that owners do not have. */
const notOwners = /IP Address|[Cc]ountries|VPN|[Dd]elete|server|user for/;
const ofOwners = findingRuleNames.filter(
  (rule) => sourceOf(rule) !== 'installation' && rule !== 'live-without-owner',
);

test.each(ofOwners)('%s tells owners only what they can do, or to ask', (rule) => {
  const { todo } = findingTextsFor('user', rule);
  if (notOwners.test(todo)) expect(todo).toMatch(/[Aa]sk your administrator/);
});
