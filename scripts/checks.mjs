// Runs the steps of `npm test` and counts the results.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { at, node, programEnv, read, root } from './paths.mjs';
import { exitLike, run } from './run.mjs';

export const plain = process.env.CI || !process.stdout.isTTY;
export const tally = { passed: 0, failed: 0, skipped: 0 };

/** Functions that remove temporary files; they also run when a signal stops this script. */
const removals = new Set();

/** Runs `use`, then `remove`, also when `use` fails. */
export async function withCleanUp(remove, use) {
  removals.add(remove);
  try {
    await use();
  } finally {
    removals.delete(remove);
    remove();
  }
}

/** Runs the parts that the command line names, or all of them, after `prepare`. A name that is wrong ends the program. */
export async function runParts(command, parts, prepare, chosen = process.argv.slice(2)) {
  if (chosen.some((name) => !Object.hasOwn(parts, name))) {
    console.error(`Usage: ${command} [-- ${Object.keys(parts).join(' | ')} …]`);
    process.exit(1);
  }
  await prepare();
  for (const [name, run] of Object.entries(parts)) {
    if (chosen.length === 0 || chosen.includes(name)) await run();
  }
}

/** Says what is missing. In CI that is a failure: tests that did not run must not look passed. */
export function failWithout(what) {
  console.log(
    `${what} is missing: its tests are skipped${process.env.CI ? ', which CI counts as a failure' : ''}`,
  );
  if (process.env.CI) tally.failed += 1;
}

/** Prints the totals as the last line, and sets the exit code. */
export function finish() {
  const skipped = tally.skipped ? `, ${tally.skipped} skipped` : '';
  console.log(`\n${tally.passed} passed, ${tally.failed} failed${skipped}`);
  process.exitCode = tally.failed ? 1 : 0;
}

/** Runs a tool that counts as one test: it passes or fails as a whole. */
export async function check(name, script, args) {
  const { code } = await tool(name, script, args);
  tally[code === 0 ? 'passed' : 'failed'] += 1;
}

/** Runs a tool that writes a report, and adds the numbers that `count` reads from it to the totals. */
export async function addReport(count, runTool, options) {
  addToTally(await runReported(count, runTool, options));
}

export function addToTally({ passed, failed, skipped }) {
  tally.passed += passed;
  tally.failed += failed;
  tally.skipped += skipped;
}

/**
 * Runs a tool that writes a report, and returns what `count` reads from it. If no test ran, that counts as a failure,
 * unless `maySkipAll`; so does a tool that failed without a failed test.
 */
export async function runReported(count, runTool, { maySkipAll = false } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'adwarden-test-'));
  const report = path.join(folder, 'report.json');
  let code;
  let found;
  await withCleanUp(
    () => rmSync(folder, { recursive: true, force: true }),
    async () => {
      ({ code } = await runTool(report));
      found = count(read(report));
    },
  );
  const ran = found.passed + (maySkipAll ? found.skipped : 0) > 0;
  return { ...found, failed: found.failed || (code !== 0 || !ran ? 1 : 0) };
}

/** Runs a script with the pinned Node and shows its output. */
export function tool(name, script, args, settings = {}) {
  return program(name, node, [at(script), ...args], settings);
}

/** Runs a program and shows its output. If a signal stops it, this process ends with the same signal. */
export async function program(name, file, args, settings = {}) {
  const started = Date.now();
  console.log(`\n${name} …`);
  const colour = plain ? { NO_COLOR: '1' } : {};
  const result = await run(file, args, {
    cwd: root,
    env: { ...programEnv, ...colour, ...settings },
    stdio: 'inherit',
  });
  if (result.stoppedBy) {
    for (const remove of removals) remove();
    await exitLike({ signal: result.stoppedBy });
  }
  const outcome = result.code === 0 ? 'passed' : 'FAILED';
  console.log(`${name}: ${outcome} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return result;
}
