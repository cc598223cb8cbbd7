import { expect, test } from 'vitest';
import { findingRuleNames, findingSeverities, severityOf } from './rules.ts';
import { findingTexts } from './texts.ts';

test('rules are listed by severity, the worst first', () => {
  const places = findingRuleNames.map((rule) => findingSeverities.indexOf(severityOf(rule)));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test.each(findingRuleNames)('%s says what it is, why it matters and what to do', (rule) => {
  const { title, why, todo } = findingTexts[rule];
  expect(title).toMatch(/^\S.{5,60}[^.]$/);
  for (const text of [why, todo]) expect(text).toMatch(/^[A-Z].{20,250}\.$/);
});
