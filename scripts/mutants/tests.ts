import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The name of the test that failed, or null when all passed. */
export type Verdict = string | null;

const node = process.execPath;
/** After so long, the tests hang: the change was noticed. */
const mostMs = 15 * 60_000;

/** Runs a program in the copy of the tree; what it printed, and whether it failed. */
function run(copy: string, args: string[]) {
  return new Promise<{ failed: boolean; output: string }>((resolve) => {
    const env = { ...process.env, CI: 'true', NO_COLOR: '1' };
    const child = spawn(node, args, { cwd: copy, env, detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-200_000);
      });
    }
    // The tests have started servers and browsers: all of them end with their group.
    const timer = setTimeout(() => {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      output += '\n FAIL  the tests hang\n';
    }, mostMs);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ failed: code !== 0, output });
    });
  });
}

async function vitest(copy: string, args: string[]): Promise<Verdict> {
  const flags = ['--bail=1', '--passWithNoTests', '--maxWorkers=2', '--reporter=dot'];
  const { failed, output } = await run(copy, ['node_modules/vitest/vitest.mjs', ...args, ...flags]);
  if (!failed) return null;
  return /^ FAIL {2}(.*)$/m.exec(output)?.[1] ?? `the run failed: ${output.trim().slice(-300)}`;
}

async function browser(copy: string, specs: string[]): Promise<Verdict> {
  if (specs.length === 0) return null;
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e', '--reporter=line'];
  const { failed, output } = await run(copy, [
    ...args,
    '--max-failures=1',
    '--retries=0',
    ...specs,
  ]);
  if (!failed) return null;
  return /^ *1\) (.*?) ─*$/m.exec(output)?.[1] ?? `the run failed: ${output.trim().slice(-300)}`;
}

/** Browser tests, those first whose file has a word of the path of the changed file in its text. */
function specsFor(copy: string, file: string): { near: string[]; far: string[] } {
  const words = file
    .replace(/^web\/src\/(features|pages|shell|ui|lib|app)\//, '')
    .split(/[/.-]/)
    .filter((word) => word.length > 3 && !['form', 'list', 'test'].includes(word));
  const specs = readdirSync(join(copy, 'e2e')).filter((name) => name.endsWith('.spec.ts'));
  const score = (name: string) => {
    const text = readFileSync(join(copy, 'e2e', name), 'utf8').toLowerCase();
    return (
      words.filter((word) => name.includes(word)).length * 10 +
      words.filter((word) => text.includes(word)).length
    );
  };
  const ranked = specs
    .map((name) => ({ name: `e2e/${name}`, score: score(name) }))
    .sort((a, b) => b.score - a.score);
  return {
    near: ranked.slice(0, 6).map(({ name }) => name),
    far: ranked.slice(6).map(({ name }) => name),
  };
}

/** Runs the tests that may notice a change of a file, the nearest first; the first that fails ends it. */
export async function testsNotice(copy: string, file: string): Promise<Verdict> {
  const [part = ''] = file.split('/');
  const near = await vitest(copy, ['run', `--project=${part}`, dirname(file)]);
  if (near) return near;
  const projects = part === 'web' ? ['web'] : ['contract', 'server', 'e2e'];
  const related = await vitest(copy, [
    'related',
    '--run',
    ...projects.map((name) => `--project=${name}`),
    file,
  ]);
  if (related || part === 'server') return related;
  const { failed } = await run(copy, ['scripts/prepare.mjs', 'build']);
  if (failed) return 'the web app cannot be built';
  const specs = specsFor(copy, file);
  return (await browser(copy, specs.near)) ?? (await browser(copy, specs.far));
}
