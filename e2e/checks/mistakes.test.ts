import { expect, test } from 'vitest';
import { readDocument, testsNamedIn } from './trace.ts';

const rows = readDocument('docs/mistakes.md')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line));

/**
 * Finds the missing rows. A mistake in the document can name rows of a table test, in quotes; these are the rows that the test
 * does not have.
 */
function missingRows(text: string): string[] {
  const tests = text.matchAll(/`([^`›]+) › [^`]+`, rows? ((?:"[^"]+"(?:, | to )?)+)/g);
  return [...tests].flatMap(([, file = '', list = '']) =>
    [...list.matchAll(/"([^"]+)"/g)]
      .filter(([, name]) => !readDocument(file).includes(`'${name}'`))
      .map(([, name]) => `${file}: no row "${name}"`),
  );
}

test('the mistakes are thirty-one, and each has a test that exists', () => {
  expect(rows.map((row) => Number(row.split('|')[1]))).toEqual(
    Array.from({ length: 31 }, (_, index) => index + 1),
  );
  const faults = rows.flatMap((row) => {
    const { named, missing } = testsNamedIn(row);
    if (named === 0) return [`no test: ${row}`];
    return missing.length > 0 ? missing : missingRows(row);
  });
  expect(faults).toEqual([]);
});

test('a row of a table test that is not there is found', () => {
  const file = 'contract/src/findings/judge-fields.test.ts';
  const named = (rows: string) => missingRows(`\`${file} › reports %s in a slot\`, ${rows}`);
  expect(named('rows "an app ID", "15 digits" to "two ids"')).toEqual([]);
  expect(named('row "no such id"')).toHaveLength(1);
});
