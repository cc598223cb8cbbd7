import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/* Everything that a comment or a document cites is in the repository. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const texts = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((path) =>
    /\.(ts|tsx|mjs|js|md|css|ya?ml|conf|service|sh|html)$|Dockerfile$|\.example$/.test(path),
  )
  .filter((path) => existsSync(join(root, path)));

/** Returns the headings of a document, without their numbers. */
const headingsOf = (path: string) =>
  new Set([...read(path).matchAll(/^#{2,4} (?:\d+\. )?(.+)$/gm)].map(([, title = '']) => title));

/** The texts of the specification's sections, by their numbers. */
const sections = new Map(
  read('docs/specification.md')
    .split(/^## (?=\d+\.)/m)
    .slice(1)
    .map((section) => [Number.parseInt(section, 10), section.toLowerCase()]),
);
const records = new Map(
  texts.flatMap((path) => {
    const number = /^docs\/adr\/(\d{4})-/.exec(path)?.[1];
    return number ? [[Number(number), path] as const] : [];
  }),
);

/** Returns the text on one line, because a reference may be wrapped. */
const unwrapped = (text: string) => text.replace(/\n\s*(?:\*|\/\/|#)?\s*/g, ' ');

/** Finds the references of a text to things that do not exist. */
function faultsOf(path: string, text: string): string[] {
  const line = unwrapped(text);
  const faults: string[] = [];
  for (const [whole, list = '', title] of line.matchAll(
    /\bADRs? (\d+(?:(?:, | and | to )\d+)*)(?: "([^"]+)")?/g,
  )) {
    const numbers = (list.match(/\d+/g) ?? []).map(Number);
    if (numbers.some((number) => !records.has(number))) faults.push(`${path}: ${whole}`);
    const last = records.get(numbers.at(-1) ?? 0);
    if (title && last && !headingsOf(last).has(title)) faults.push(`${path}: ${whole}`);
  }
  for (const [whole, number, title] of line.matchAll(
    /\b[Ss]pec, sections? (\d+)(?: "([^"]+)")?/g,
  )) {
    const section = sections.get(Number(number));
    if (!section?.includes((title ?? '').toLowerCase())) faults.push(`${path}: ${whole}`);
  }
  for (const [whole] of line.matchAll(/\b[Dd]esign, sections? \d+|\bissue \d+(?:, item \d+)?/g)) {
    faults.push(`${path}: ${whole} is no document of the repository`);
  }
  for (const [whole] of line.matchAll(/(?<![\w/.-])docs\/[\w/-]+\.(?:md|json|svg)\b/g)) {
    if (!existsSync(join(root, whole))) faults.push(`${path}: ${whole}`);
  }
  if (path.endsWith('.md')) {
    for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (/^\w+:/.test(target)) continue;
      if (!existsSync(join(root, dirname(path), target))) faults.push(`${path}: ${target}`);
    }
  }
  return faults;
}

test('every cited document and section exists', () => {
  const self = 'e2e/checks/references.test.ts';
  const cited = texts.filter((path) => path !== self);
  expect(cited.length, 'texts').toBeGreaterThan(500);
  expect(cited.flatMap((path) => faultsOf(path, read(path)))).toEqual([]);
});

test('the index of decisions has the title of each record', () => {
  const index = read('docs/adr/README.md');
  for (const [number, path] of records) {
    const title = /^# \d+\. (.+)$/m.exec(read(path))?.[1];
    expect(index).toContain(`| [${number}](${path.slice('docs/adr/'.length)}) | ${title} |`);
  }
});

test.each([
  'ADR 999',
  'ADR 28 "Nothing"',
  'ADRs 1 to 999',
  'spec, section 99',
  'spec, section 2 "Nothing"',
  'design, section 4',
  'issue 3, item 6',
  'docs/nothing.md',
  '[a link](nothing.md)',
])('a wrong reference is found: %s', (text) => {
  expect(faultsOf('docs/x.md', `See ${text}.`)).toHaveLength(1);
});

test('what the bench replaces in the server is there, once', () => {
  const replaced = texts
    .filter((path) => path.startsWith('bench/'))
    .flatMap((path) => {
      const text = read(path);
      return [...text.matchAll(/\bfile: ('[^']+'|\w+),\s+find: (["'])(.+?)\2,\s/g)].map(
        ([, file = '', , find = '']) => {
          const named = new RegExp(`const ${file} = '([^']+)'`).exec(text)?.[1];
          return { path, file: named ?? file.slice(1, -1), find };
        },
      );
    });
  expect(replaced.length, 'texts that were found in bench/').toBeGreaterThan(5);
  const faults = replaced.filter(
    ({ file, find }) => read(`server/src/${file}`).split(find).length !== 2,
  );
  expect(faults).toEqual([]);
});
