// What `npm test` and its parts run, one after the other, and what came of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { at, env, node, read, root } from './places.mjs';
import { endLike, run } from './run.mjs';

export const plain = process.env.CI || !process.stdout.isTTY;
export const tally = { passed: 0, failed: 0, skipped: 0 };

/** What removes temporary files, also when a signal stops us. */
const removals = new Set();

/** Runs `use`, then `remove`, however `use` ends. */
export async function removing(remove, use) {
  removals.add(remove);
  try {
    await use();
  } finally {
    removals.delete(remove);
    remove();
  }
}

/** Prints the tally, the last line of all, and sets the exit code. */
export function finish() {
  const skipped = tally.skipped ? `, ${tally.skipped} skipped` : '';
  console.log(`\n${tally.passed} passed, ${tally.failed} failed${skipped}`);
  process.exitCode = tally.failed ? 1 : 0;
}

/** A tool that passes or fails as a whole: one test. */
export async function check(name, script, args) {
  const { code } = await tool(name, script, args);
  tally[code === 0 ? 'passed' : 'failed'] += 1;
}

/**
 * Runs a tool that writes a report, and adds what `count` finds in it to the tally. A run in which no test
 * ran failed, unless `maySkipAll`.
 */
export async function counted(count, runTool, { maySkipAll = false } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'adwarden-test-'));
  const report = path.join(folder, 'report.json');
  let code;
  let found;
  await removing(
    () => rmSync(folder, { recursive: true, force: true }),
    async () => {
      ({ code } = await runTool(report));
      found = count(read(report));
    },
  );

  tally.passed += found.passed;
  tally.skipped += found.skipped;
  // A run that ended badly (nothing ran, an error outside of any test) failed, whatever the counts.
  const ran = found.passed + (maySkipAll ? found.skipped : 0) > 0;
  tally.failed += found.failed || (code !== 0 || !ran ? 1 : 0);
}

/** Runs a script on the pinned Node and shows what it writes. */
export function tool(name, script, args, settings = {}) {
  return program(name, node, [at(script), ...args], settings);
}

/** Runs a program and shows what it writes; ends as it does when a signal stops us. */
export async function program(name, file, args, settings = {}) {
  const started = Date.now();
  console.log(`\n${name} …`);
  const colour = plain ? { NO_COLOR: '1' } : {};
  const result = await run(file, args, {
    cwd: root,
    env: { ...env, ...colour, ...settings },
    stdio: 'inherit',
  });
  if (result.stoppedBy) {
    for (const remove of removals) remove();
    await endLike({ signal: result.stoppedBy });
  }
  const outcome = result.code === 0 ? 'passed' : 'FAILED';
  console.log(`${name}: ${outcome} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return result;
}
