// `npm test`: installs what is missing, then type check, lint, and unit and API tests. The last
// line is the tally; the type check and the lint count as one check each.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installWhatIsMissing } from './install.mjs';
import { at, env, node, read, root } from './places.mjs';
import { endLike, run } from './run.mjs';

const plain = process.env.CI || !process.stdout.isTTY;
const tally = { passed: 0, failed: 0, skipped: 0 };

await installWhatIsMissing();
await check('Type check', 'node_modules/typescript/bin/tsc', ['--build']);
await check('Lint', 'node_modules/@biomejs/biome/bin/biome', [
  'ci',
  ...(plain ? ['--colors=off'] : []), // `biome ci` colours its words even in a file
  '.',
]);
await vitest();

const skipped = tally.skipped ? `, ${tally.skipped} skipped` : '';
console.log(`\n${tally.passed} passed, ${tally.failed} failed${skipped}`);
process.exitCode = tally.failed ? 1 : 0;

async function check(name, script, args) {
  const { code } = await tool(name, script, args);
  tally[code === 0 ? 'passed' : 'failed'] += 1;
}

async function vitest() {
  const folder = mkdtempSync(path.join(tmpdir(), 'adwarden-test-'));
  const report = path.join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await tool('Unit and API tests', 'node_modules/vitest/vitest.mjs', [
    'run',
    ...reporters,
  ]);
  const found = count(read(report));
  rmSync(folder, { recursive: true });

  tally.passed += found.passed;
  tally.skipped += found.skipped;
  // A run that ended badly (nothing ran, an error outside of any test) failed, whatever the counts.
  tally.failed += found.failed || (code !== 0 || found.passed === 0 ? 1 : 0);
}

/** Counts tests in Vitest's report; a file that could not be loaded counts as one failed test. */
function count(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
    JSON.parse(report);
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((t) => t.status !== 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests + numTodoTests,
  };
}

async function tool(name, script, args) {
  const started = Date.now();
  console.log(`\n${name} …`);
  const colour = plain ? { NO_COLOR: '1' } : {};
  const result = await run(node, [at(script), ...args], {
    cwd: root,
    env: { ...env, ...colour },
    stdio: 'inherit',
  });
  if (result.stoppedBy) await endLike({ signal: result.stoppedBy });
  const outcome = result.code === 0 ? 'passed' : 'FAILED';
  console.log(`${name}: ${outcome} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return result;
}
