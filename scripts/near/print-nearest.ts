// Prints, as JSON, the tests that are near the files of the command line, or near those that changed since the last commit:
// node scripts/near/print-nearest.ts PATH…
import { execFileSync } from 'node:child_process';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOf, isTest, notOnPostgres, quickTestsFor } from './nearest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const git = (...words: string[]): string[] =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Returns the files below the given paths. A path without files stays, so that it is named. */
const filesBelow = (paths: string[]): string[] =>
  paths.flatMap((path) => {
    // npm starts scripts in the root; the path is seen from where the person is.
    const name = relative(root, resolve(process.env.INIT_CWD ?? process.cwd(), path)) || '.';
    const files = git('ls-files', '--cached', '--others', '--exclude-standard', '--', name);
    return files.length > 0 ? files : [name];
  });

const changed = (): string[] => [
  ...git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
];

const [first, ...more] = process.argv.slice(2);
const files = first === undefined ? changed() : filesBelow([first, ...more]);
const all = files.every(isTest) ? [] : filesOf(root);
const found = files.map((file) => ({ file, ...quickTestsFor(all, file) }));
const namesOf = (kind: 'unit' | 'specs', of = found) => [
  ...new Set(of.flatMap((one) => one[kind])),
];
const inBrowser = found.filter(({ file }) => /^(web|e2e)\//.test(file));
const shown = namesOf('specs', inBrowser);
console.log(
  JSON.stringify({
    unit: namesOf('unit'),
    // Each worker loads the server for itself, which takes longer than a few test files.
    vitestOptions: [notOnPostgres, '--maxWorkers=2'],
    specs: shown,
    /** Browser tests of what the server answers: named, not run. */
    otherSpecs: namesOf('specs').filter((name) => !shown.includes(name)),
    without: found
      .filter(({ unit, specs }) => unit.length + specs.length === 0)
      .map((one) => one.file),
  }),
);
