import { expect, test } from 'vitest';
import { readDocument, testsNamedIn } from './trace.ts';

const trace = readDocument('docs/spec-trace.md');

type Row = { number: string; sentence: string; shownBy: string };
const rows: Row[] = [...trace.matchAll(/^\| (\d+\.\d+) \| (.*?) \| (.*) \|$/gm)].map(
  ([, number = '', sentence = '', shownBy = '']) => ({ number, sentence, shownBy }),
);

/** Finds the faults of a row: neither a test nor a decision, or missing tests. */
function faultsOf({ number, sentence, shownBy }: Row): string[] {
  const { named, missing } = testsNamedIn(shownBy);
  const decision = /Decided: .{20,}|Decided: see \d+\.\d+\./.test(shownBy);
  if (sentence === '') return [`${number} has no sentence`];
  if (named === 0 && !decision) return [`${number} has neither a test nor a decision`];
  return missing.map((test) => `${number} names a test that is not there: ${test}`);
}

test('every sentence of the spec has a test that exists, or a decision', () => {
  expect(rows.flatMap(faultsOf)).toEqual([]);
});

test('the trace has all its rows', () => {
  const lines = trace.split('\n').filter((line) => /^\| [^|]*\d/.test(line));
  expect(rows, 'rows that could be read').toHaveLength(lines.length);
  const sections = new Map<string, number>();
  for (const { number } of rows) {
    const [section = '', at] = number.split('.');
    const next = (sections.get(section) ?? 0) + 1;
    expect(Number(at), `the row after ${section}.${next - 1}`).toBe(next);
    sections.set(section, next);
  }
  expect([...sections.keys()]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
});

test('a row with a fault is found', () => {
  const bad = (shownBy: string) => faultsOf({ number: '0.1', sentence: 'x', shownBy });
  expect(bad('')).toEqual(['0.1 has neither a test nor a decision']);
  expect(bad('Decided: no.')).toHaveLength(1);
  expect(bad('`e2e/accounts/sign-in.spec.ts › no such test`')).toHaveLength(1);
  expect(bad('`e2e/no-such-file.spec.ts › shows and hides the password`')).toHaveLength(1);
  expect(bad('`e2e/accounts/sign-in.spec.ts › shows and hides the password`')).toEqual([]);
});
