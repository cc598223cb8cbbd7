import { expect, test } from 'vitest';
import { readDocument, testsNamedIn } from './support/trace.ts';

const rows = readDocument('docs/mistakes.md')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line));

test('the mistakes are thirty, and each has a test that exists', () => {
  expect(rows.map((row) => Number(row.split('|')[1]))).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 1),
  );
  const faults = rows.flatMap((row) => {
    const { named, missing } = testsNamedIn(row);
    return named === 0 ? [`no test: ${row}`] : missing;
  });
  expect(faults).toEqual([]);
});
