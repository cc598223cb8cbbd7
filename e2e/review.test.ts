import { expect, test } from 'vitest';
import { readDocument, testsNamedIn } from './support/trace.ts';

const review = readDocument('docs/review-2026-11.md');

/** The number of findings in each part of the review. */
const findings = { A: 7, B: 14, C: 8, D: 12, E: 13, F: 8 };

type Section = { id: string; text: string };
const sections: Section[] = review
  .split(/^### /m)
  .slice(1)
  .map((part) => ({ id: part.split('\n', 1)[0] ?? '', text: part.replace(/^## .*/ms, '') }));

/** The faults of a section: it does not say what was done, or names no test or a missing one. */
function faultsOf({ id, text }: Section): string[] {
  if (!/^(Fixed|Wrong): .{20,}/m.test(text)) return [`${id} does not say what was done`];
  const { named, missing } = testsNamedIn(text);
  if (named === 0) return [`${id} names no test`];
  return missing.map((test) => `${id} names a test that is not there: ${test}`);
}

test('every finding of the review is closed by a test that exists', () => {
  expect(sections.flatMap(faultsOf)).toEqual([]);
});

test('the review has all its findings', () => {
  const expected = Object.entries(findings).flatMap(([part, count]) =>
    Array.from({ length: count }, (_, index) => `${part}${index + 1}`),
  );
  expect(sections.map(({ id }) => id)).toEqual(expected);
});

test('a section with a fault is found', () => {
  const bad = (text: string) => faultsOf({ id: 'X1', text });
  const fixed = 'Fixed: the limit is checked before the text is read.';
  expect(bad('Found: something.')).toEqual(['X1 does not say what was done']);
  expect(bad('Open.')).toEqual(['X1 does not say what was done']);
  expect(bad(fixed)).toEqual(['X1 names no test']);
  expect(bad(`${fixed} \`e2e/sign-in.spec.ts › no such test\``)).toHaveLength(1);
  expect(bad(`${fixed} \`e2e/sign-in.spec.ts › shows and hides the password\``)).toEqual([]);
});
