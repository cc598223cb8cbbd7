// `npm run mutants -- --seed 7 --count 200`: do the tests notice when the code is wrong? Changes one operator, constant,
// condition or call at a time, in a copy of the last commit, and runs the tests that are nearest to the changed file.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { candidatesIn } from './candidates.ts';
import { buildUnchanged, noticedBy } from './tests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '600' },
    from: { type: 'string', default: '1' },
    commit: { type: 'string', default: 'HEAD' },
    compare: { type: 'string' },
    'all-specs': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const numberOf = (name: 'seed' | 'count' | 'minutes' | 'from'): number => {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number > 0) return number;
  console.error(`--${name} must be a whole number above 0`);
  process.exit(1);
};
const [seed, count, from] = [numberOf('seed'), numberOf('count'), numberOf('from')];
const minutes = numberOf('minutes');

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

/** Makes a copy of a commit, with the packages of this tree. Its files may be changed. */
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

/** A commit's copy, and the possible changes of its code. */
type Program = { copy: string; changes: Map<string, Change> };
type Change = { file: string; code: string; changed: string; where: string };

/** Returns the possible changes by name. A change has the same name in another commit if its lines are the same there. */
function changesOf(copy: string): Map<string, Change> {
  const files = execFileSync('git', ['ls-files', ...positionals], { cwd: copy, encoding: 'utf8' });
  const changes = new Map<string, Change>();
  const ambiguous = new Set<string>();
  for (const file of files.split('\n').filter(isProgram)) {
    const code = readFileSync(join(copy, file), 'utf8');
    for (const { start, end, text, what } of candidatesIn(file, code)) {
      const before = code.slice(0, start);
      const from = before.lastIndexOf('\n') + 1;
      const to = code.indexOf('\n', end);
      const lines = code.slice(from, to < 0 ? code.length : to);
      const name = [file, lines, start - from, what].join('\n');
      if (changes.has(name)) ambiguous.add(name);
      const where = `${file}:${before.split('\n').length}: ${what}`;
      changes.set(name, { file, code, changed: before + text + code.slice(end), where });
    }
  }
  if (compared) for (const name of ambiguous) changes.delete(name);
  return changes;
}

const compared = values.compare;
const commits = [values.commit, ...(compared ? [compared] : [])];
const copies: string[] = [];
process.on('exit', () => {
  for (const copy of copies) {
    execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root });
  }
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const programs: Program[] = [];
for (const commit of commits) {
  const copy = copyOf(commit);
  copies.push(copy);
  await buildUnchanged(copy);
  programs.push({ copy, changes: changesOf(copy) });
}
const [program, earlier] = programs as [Program, Program?];

/** Tries a change in one of the trees. */
function attempt({ copy, changes }: Program, name: string, first: string[] = []) {
  const change = changes.get(name);
  if (!change) throw new Error(`There is no ${name}`);
  const { file, code, changed } = change;
  const write = (isChanged: boolean) => writeFileSync(join(copy, file), isChanged ? changed : code);
  return noticedBy({ copy, change: write }, file, { first, allSpecs: values['all-specs'] });
}

const names = [...program.changes.keys()].filter((name) => earlier?.changes.has(name) ?? true);
console.log(`${names.length} possible changes; seed ${seed}`);
const tests = values['all-specs'] ? 'all browser tests' : 'the six nearest browser tests';
console.log(`Tried: the nearest unit and API tests; for the web app ${tests}, too`);

const random = randomOf(seed);
const end = Date.now() + minutes * 60_000;
const survivors: string[][] = commits.map(() => []);
let tried = 0;
const most = Math.min(count, names.length);
for (let drawn = 1; drawn <= most && Date.now() < end; drawn += 1) {
  const [name = ''] = names.splice(Math.floor(random() * names.length), 1);
  if (drawn < from) continue;
  const where = program.changes.get(name)?.where ?? '';
  const began = Date.now();
  const verdicts = [await attempt(program, name)];
  if (earlier) {
    const [file = ''] = verdicts[0]?.file.split(':') ?? [];
    const before = await attempt(earlier, name, file ? [file] : []);
    verdicts.push(before);
    // Both trees get the same chance: also the test that was nearest in the other one.
    const [other = ''] = before?.file.split(':') ?? [];
    if (!verdicts[0] && other) verdicts[0] = await attempt(program, name, [other]);
  }
  tried += 1;
  verdicts.forEach((noticed, n) => {
    if (!noticed) survivors[n]?.push(where);
  });
  console.log(`${drawn} ${where} (${Math.round((Date.now() - began) / 1000)} s)`);
  verdicts.forEach((noticed, n) => {
    const verdict = noticed ? `killed by ${noticed.file} ${noticed.name}` : 'SURVIVED';
    console.log(`   ${compared ? `${commits[n]}: ` : ''}${verdict}`);
  });
}
survivors.forEach((list, n) => {
  const killed = tried - list.length;
  const share = ((100 * killed) / Math.max(tried, 1)).toFixed(1);
  console.log(`\n${commits[n]}: ${killed} of ${tried} killed (${share} %). Survivors:`);
  for (const survivor of list) console.log(`  ${survivor}`);
});
