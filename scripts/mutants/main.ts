// `npm run mutants -- --seed 7 --count 200`: do the tests notice when the code is wrong? Changes one operator, constant,
// condition or call at a time, in a copy of the last commit, and runs the tests that are related to the changed file.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { candidatesIn } from './candidates.ts';
import { testsNotice } from './tests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '600' },
    commit: { type: 'string', default: 'HEAD' },
  },
  allowPositionals: true,
});
const numberOf = (name: 'seed' | 'count' | 'minutes'): number => {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number > 0) return number;
  console.error(`--${name} must be a whole number above 0`);
  process.exit(1);
};
const [seed, count, minutes] = [numberOf('seed'), numberOf('count'), numberOf('minutes')];

/** Random numbers below 1, the same for the same seed (mulberry32). */
function randomOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A copy of a commit, with the packages of this tree. Its files may be changed. */
function copyOf(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-mutants-'));
  execFileSync('git', ['worktree', 'add', '--force', '--detach', '--quiet', folder, commit], {
    cwd: root,
  });
  // Hard links: the packages that are links to this project then lead into the copy.
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const part of ['.', ...workspaces]) {
    const packages = join(root, part, 'node_modules');
    if (existsSync(packages)) execFileSync('cp', ['-al', packages, join(folder, part)]);
  }
  // A tool would write into the same files.
  for (const name of ['.cache', '.vite']) {
    rmSync(join(folder, 'node_modules', name), { recursive: true, force: true });
  }
  return folder;
}

const isProgram = (file: string): boolean =>
  /^(contract|server|web)\/src\/.*\.tsx?$/.test(file) &&
  !/\.test\.|\/testing\/|\/gallery\/|\/migrations\/|\.d\.ts$/.test(file);

const copy = copyOf(values.commit);
process.on('exit', () => {
  execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const files = execFileSync('git', ['ls-files', ...positionals], { cwd: copy, encoding: 'utf8' })
  .split('\n')
  .filter(isProgram);
const all = files.flatMap((file) => {
  const code = readFileSync(join(copy, file), 'utf8');
  return candidatesIn(file, code).map((candidate) => ({ ...candidate, file, code }));
});
console.log(`${all.length} possible changes in ${files.length} files; seed ${seed}`);

const random = randomOf(seed);
const end = Date.now() + minutes * 60_000;
const survivors: string[] = [];
let tried = 0;
while (tried < Math.min(count, all.length) && Date.now() < end) {
  const [mutant] = all.splice(Math.floor(random() * all.length), 1);
  if (!mutant) break;
  const { file, code, start, text, what } = mutant;
  const line = code.slice(0, start).split('\n').length;
  const where = `${file}:${line}: ${what}`;
  writeFileSync(join(copy, file), code.slice(0, start) + text + code.slice(mutant.end));
  const began = Date.now();
  const noticed = await testsNotice(copy, file);
  writeFileSync(join(copy, file), code);
  tried += 1;
  if (!noticed) survivors.push(where);
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(
    `${tried} ${noticed ? 'killed' : 'SURVIVED'} ${where} (${noticed ?? 'no test failed'}; ${seconds} s)`,
  );
}
const killed = tried - survivors.length;
console.log(
  `\n${killed} of ${tried} killed (${((100 * killed) / Math.max(tried, 1)).toFixed(1)} %). Survivors:`,
);
for (const survivor of survivors) console.log(`  ${survivor}`);
