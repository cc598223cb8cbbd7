import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { notOnPostgres, testsFor } from '../near/nearest.ts';

/** The test that failed because of a change: its name and its file. A browser test has the line behind the file. */
export type Noticed = { file: string; name: string };

/** A tree whose files are changed one at a time. `change(true)` writes the changed file, `change(false)` takes it back. */
export type Tree = { copy: string; change: (changed: boolean) => void };

const node = process.execPath;
/** Returns the milliseconds after which the tests hang. A test file takes up to half a minute. */
const mostMs = (files: number): number => 120_000 + files * 40_000;

/** Ends a run of tests. They have started servers and browsers: all of them end with their group. */
const end = (child: ChildProcess): void => {
  if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
};
let running: ChildProcess | undefined;
process.on('exit', () => running && end(running));

/** Runs a program in the copy of the tree; what it printed, and whether it failed. */
function run(copy: string, args: string[], files = 1) {
  return new Promise<{ failed: boolean; output: string }>((resolve) => {
    const env = { ...process.env, CI: 'true', NO_COLOR: '1' };
    const child = spawn(node, args, { cwd: copy, env, detached: true });
    running = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-200_000);
      });
    }
    const timer = setTimeout(() => {
      end(child);
      output += '\nthe tests hang\n';
    }, mostMs(files));
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ failed: code !== 0, output });
    });
  });
}

/** Runs test files. Returns the first test that failed, or null. `file` is '' when the run failed and no test is known. */
async function failing(copy: string, files: string[]): Promise<Noticed | null> {
  const inBrowser = files.some((file) => file.includes('.spec.'));
  const { failed, output } = await run(
    copy,
    inBrowser
      ? [
          'node_modules/@playwright/test/cli.js',
          'test',
          '--config=e2e',
          '--reporter=line',
          '--workers=1',
          '--max-failures=1',
          '--retries=0',
          ...files,
        ]
      : [
          'node_modules/vitest/vitest.mjs',
          'run',
          '--bail=1',
          '--maxWorkers=1',
          '--reporter=dot',
          notOnPostgres,
          ...files,
        ],
    files.length,
  );
  if (!failed) return null;
  if (inBrowser) {
    const [, file, name] = /^ *1\) (e2e\/\S+?:\d+):\d+ › (.*?) ─*$/m.exec(output) ?? [];
    if (file && name) return { file, name };
  } else {
    const [, path = '', name = ''] = /^ FAIL {2}\|\w+\| (\S+)(.*)$/m.exec(output) ?? [];
    const file = path && files.find((one) => one.endsWith(path));
    if (file) return { file, name: name.trim() };
  }
  return { file: '', name: output.trim().slice(-150).replaceAll(/\s+/g, ' ') };
}

const dist = (copy: string): string => join(copy, 'web/dist');
const distOfUnchanged = (copy: string): string => join(copy, 'web/dist-unchanged');

const build = (copy: string) => run(copy, ['node_modules/vite/bin/vite.js', 'build', 'web']);

/** Builds the web app of the unchanged tree, which is looked at when a browser test fails. */
export async function buildUnchanged(copy: string): Promise<void> {
  const { failed, output } = await build(copy);
  if (failed) throw new Error(`The web app cannot be built: ${output}`);
  renameSync(dist(copy), distOfUnchanged(copy));
}

/** Does a test that failed fail again, and pass without the change? A test can also fail by a busy machine. */
async function isNoticed(tree: Tree, files: string[]): Promise<boolean> {
  const { copy, change } = tree;
  if (!(await failing(copy, files))) return false;
  const inBrowser = files.some((file) => file.includes('.spec.'));
  const changed = `${dist(copy)}-changed`;
  change(false);
  if (inBrowser) {
    renameSync(dist(copy), changed);
    renameSync(distOfUnchanged(copy), dist(copy));
  }
  const failsWithout = await failing(copy, files);
  if (inBrowser) {
    renameSync(dist(copy), distOfUnchanged(copy));
    renameSync(changed, dist(copy));
  }
  change(true);
  return !failsWithout;
}

/** Runs a step of tests until one of them is sure to have noticed the change. Tests that fail by accident are left out. */
async function step(tree: Tree, files: string[]): Promise<Noticed | null> {
  let left = files;
  while (left.length > 0) {
    const first = await failing(tree.copy, left);
    if (!first) return null;
    const again = first.file ? [first.file] : left;
    if (await isNoticed(tree, again)) return first;
    console.log(`   by accident: ${first.file} ${first.name}`);
    const [file] = first.file.split(':');
    left = first.file ? left.filter((one) => one.split(':')[0] !== file) : [];
  }
  return null;
}

/**
 * Runs the tests that may notice a change of a file, the nearest first. `first` are test files to begin with: one that
 * has noticed the same change in another tree.
 */
export async function noticedBy(
  tree: Tree,
  file: string,
  { first = [], allSpecs }: { first?: string[]; allSpecs: boolean },
): Promise<Noticed | null> {
  const { copy } = tree;
  const { steps, specs } = testsFor(copy, file, allSpecs);
  const known = first.filter((one) => existsSync(join(copy, one)));
  const knownSpecs = known.filter((one) => one.includes('.spec.'));
  const unit = [known.filter((one) => !knownSpecs.includes(one)), ...steps];
  tree.change(true);
  try {
    // A test in the browser that has noticed the change comes before the unit tests, too.
    if (knownSpecs.length === 0) {
      for (const files of unit) {
        const noticed = await step(tree, files);
        if (noticed) return noticed;
      }
    }
    if (specs.length + knownSpecs.length === 0) return null;
    rmSync(dist(copy), { recursive: true, force: true });
    if ((await build(copy)).failed) return { file: '', name: 'the web app cannot be built' };
    const noticed = (await step(tree, knownSpecs)) ?? (await step(tree, specs));
    if (noticed || knownSpecs.length === 0) return noticed;
    for (const files of unit) {
      const late = await step(tree, files);
      if (late) return late;
    }
    return null;
  } finally {
    tree.change(false);
  }
}
