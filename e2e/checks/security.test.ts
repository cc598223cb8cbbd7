import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/* docs/security.md has each requirement of OWASP ASVS 5.0 about accounts once, and names tests that exist. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** The requirements of levels 1 and 2 in the chapters 6, 7, 8, 10 and 16: of each section the last number. */
const sections: Record<string, number> = {
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
};
const required = Object.entries(sections).flatMap(([section, last]) =>
  Array.from({ length: last }, (_, place) => `${section}.${place + 1}`),
);

const rows = [
  ...text.matchAll(
    /^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| (met|not met|not applicable) \| (.*) \|$/gm,
  ),
].map(([, number = '', , , state = '', why = '']) => ({ number, state, why }));
const testsIn = (words: string) =>
  [...words.matchAll(/`([\w/.-]+\.(?:test|spec)\.ts)`/g)].map(([, file = '']) => file);

test('each requirement stands in the table once', () => {
  expect(rows.map(({ number }) => number)).toEqual(required);
});

test.each(rows.filter(({ state }) => state === 'met'))('$number is met by a test', ({ why }) => {
  expect(testsIn(why)).not.toEqual([]);
});

test.each(rows.filter(({ state }) => state !== 'met'))('$number says why not', ({ why }) => {
  expect(why.length).toBeGreaterThan(15);
});

test('each test that the document names exists', () => {
  const named = testsIn(text);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('the sums are those of the table', () => {
  const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length;
  expect(text).toContain(
    `${count('met')} met, ${count('not met')} not met, ${count('not applicable')} not applicable`,
  );
});
