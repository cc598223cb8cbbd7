import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file of the tree with its text in lower case. */
type File = { file: string; text: string };

/** Words that are in the paths of most files. */
const common = new Set(
  'server contract web http kit src test tests features pages shell lib app apps form list index service store routes policy present'.split(
    ' ',
  ),
);
/** Tests of every call: each of them may notice a change behind any call. */
const ofEveryCall =
  /^server\/test\/calls\/(every-call|who-may-call|write-limits|logs|who-did-what|sight)\.test/;
/** Fast, and about everything in the contract: its own tests, and those of the documents. */
const ofContract = /^contract\/.*\.test|^e2e\/checks\/(openapi|releases|mistakes)\.test/;
/** They start whole processes and take half a minute. */
const startsProcesses = /server-process|worker-processes|run-command/;

/** Tests run on one kind of database only: the option of Vitest for it. */
export const notOnPostgres = '--project=!server on PostgreSQL';

const most = { inSameFolder: 10, elsewhere: 10, specs: 6 };
/** `npm test -- near` has fewer, because somebody waits for it. */
const mostQuick = { elsewhere: 2, specs: 3 };

/** Returns the words of a file's path. */
const wordsOf = (file: string): string[] =>
  file
    .replace(/\.tsx?$/, '')
    .toLowerCase()
    .split(/[/.-]/)
    .filter((word) => word.length > 2 && !common.has(word));

/** Returns the texts in a file: what it shows, paths, names of fields. A test of the file is likely to have one of them. */
const textsOf = (code: string): string[] =>
  [...code.matchAll(/(['"`>])([^'"`<>{}$\n]{5,60})(?=['"`<])/g)]
    .map(([, , text = '']) => text.trim().toLowerCase())
    .filter((text) => text.length > 4 && !/^\.{0,2}\/.*(ts|css)x?$|^[@:;,()]|=>/.test(text));

export const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);

/** Returns the files that a file imports. */
const importsOf = ({ file, text }: File): string[] =>
  [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.')
      ? join(dirname(file), name)
      : name.replace(/^@adwarden\/contract\/(.*)$/, 'contract/src/$1.ts'),
  );

/**
 * Sorts the test files of a tree, the nearest to a changed file first: those that import it, or share words of its path and
 * texts of its code, or of the files that import it. Words that few tests share count most.
 */
function ranked({ file, text: code }: File, files: File[], tests: File[]): string[] {
  const score = new Map(tests.map((test) => [test, 0]));
  const count = (weight: number, has: (test: File) => boolean) => {
    const found = tests.filter(has);
    for (const test of found) {
      score.set(test, (score.get(test) ?? 0) + weight / found.length);
    }
  };
  const countLike = (path: string, text: string, share: number) => {
    for (const word of new Set(wordsOf(path))) {
      count(10 * share, (test) => wordsOf(test.file).includes(word));
      count(2 * share, (test) => test.text.includes(word));
    }
    for (const part of new Set(textsOf(text))) count(share, (test) => test.text.includes(part));
  };
  countLike(file, code, 1);
  const importers = files.filter((one) => importsOf(one).includes(file));
  for (const test of importers.filter(({ file: name }) => isTest(name))) {
    count(20, (one) => one.file === test.file);
  }
  const users = importers.filter(({ file: name }) => !isTest(name));
  for (const user of users) countLike(user.file, user.text, 0.7 / users.length);
  return [...score]
    .filter(([, value]) => value > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([test]) => test.file);
}

/** Returns all files of a tree that are program or test; those that git does not know yet, too. */
export const filesOf = (tree: string): File[] =>
  execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      ...'contract server web e2e'.split(' '),
    ],
    { cwd: tree, encoding: 'utf8' },
  )
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && existsSync(join(tree, file)))
    .map((file) => ({ file, text: readFileSync(join(tree, file), 'utf8').toLowerCase() }));

/**
 * Returns the tests for a changed file, in steps, the nearest first: `beside` are those in its folder, `elsewhere` others of the
 * same part, `ofEveryCall` those that make each call of the server. `specs` are browser tests.
 */
function rankedTests(all: File[], file: string) {
  const [part = ''] = file.split('/');
  const words = wordsOf(file);
  const tests = all.filter(
    ({ file: name, text }) =>
      name.includes('.spec.') ||
      (name.includes('.test.') && !startsProcesses.test(text)) ||
      (name.includes('.test.') && wordsOf(name).some((word) => words.includes(word))),
  );
  const files = tests.map((test) => test.file);
  const order = all.filter((one) => one.file === file).flatMap((one) => ranked(one, all, tests));
  const unit = (folder: RegExp) =>
    order.filter((name) => name.includes('.test.') && folder.test(name)).slice(0, most.elsewhere);

  const own = file.replace(/\.tsx?$/, '.');
  const beside = files
    .filter((name) => dirname(name) === dirname(file))
    .sort((a, b) => Number(b.startsWith(own)) - Number(a.startsWith(own)))
    .slice(0, most.inSameFolder);
  const general = files.filter((name) => ofEveryCall.test(name));
  const steps = {
    web: { beside, elsewhere: unit(/^web/), ofEveryCall: [] },
    server: { beside, elsewhere: unit(/^server/), ofEveryCall: general },
    contract: {
      beside: files.filter((name) => ofContract.test(name)),
      elsewhere: unit(/^(server|web)/),
      ofEveryCall: general,
    },
  }[part];
  return { part, ...(steps ?? none), specs: order.filter((name) => name.includes('.spec.')) };
}
const none = { beside: [], elsewhere: [], ofEveryCall: [] };

/** Returns the tests that `npm run mutants` runs for a changed file: steps of unit and API tests, and browser tests. */
export function testsFor(copy: string, file: string, allSpecs: boolean) {
  const { part, beside, elsewhere, ofEveryCall, specs } = rankedTests(filesOf(copy), file);
  const steps =
    part === 'web'
      ? [[...beside, ...elsewhere]]
      : [beside, elsewhere.filter((name) => !beside.includes(name)), ofEveryCall];
  const shown = part === 'web' || (allSpecs && part === 'contract');
  return {
    steps: steps.map((step) => [...new Set(step)]).filter((step) => step.length > 0),
    specs: shown ? specs.slice(0, allSpecs ? specs.length : most.specs) : [],
  };
}

/**
 * Returns the tests that `npm test -- near` runs for a file. Those of every call and those that start processes are left out:
 * each takes many seconds. `specs` are the browser tests of the file's feature, or the nearest one.
 */
export function quickTestsFor(all: File[], file: string): { unit: string[]; specs: string[] } {
  if (isTest(file)) {
    return file.includes('.spec.') ? { unit: [], specs: [file] } : { unit: [file], specs: [] };
  }
  const { beside, elsewhere, specs } = rankedTests(all, file);
  const slow = all.filter(({ text }) => startsProcesses.test(text)).map((one) => one.file);
  const isQuick = (name: string) => !slow.includes(name) && !ofEveryCall.test(name);
  const others = elsewhere.filter((name) => isQuick(name) && !beside.includes(name));
  const [, feature = ''] = /\/(?:features|pages)\/([a-z-]+)/.exec(file) ?? [];
  const ofFeature = specs.filter((name) => feature && name.includes(feature.replace(/s$/, '')));
  return {
    unit: [...beside.filter(isQuick), ...others.slice(0, mostQuick.elsewhere)],
    specs: ofFeature.length > 0 ? ofFeature.slice(0, mostQuick.specs) : specs.slice(0, 1),
  };
}
