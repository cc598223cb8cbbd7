// `npm test`: installs what is missing (the browser too), then type check, lint, unit and API tests,
// and browser tests on the built web app. The last line is the tally; the type check and the lint
// count as one check each.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOrInstallBrowser } from './browser.mjs';
import { buildWebWhenChanged } from './build-web.mjs';
import { installWhatIsMissing } from './install.mjs';
import { findOrUnpackNginx } from './nginx.mjs';
import { at, env, node, read, root } from './places.mjs';
import { endLike, run } from './run.mjs';
import { countPlaywright, countVitest } from './test-reports.mjs';

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
await browserTests();

const skipped = tally.skipped ? `, ${tally.skipped} skipped` : '';
console.log(`\n${tally.passed} passed, ${tally.failed} failed${skipped}`);
process.exitCode = tally.failed ? 1 : 0;

async function check(name, script, args) {
  const { code } = await tool(name, script, args);
  tally[code === 0 ? 'passed' : 'failed'] += 1;
}

async function vitest() {
  console.log('');
  const nginx = await findOrUnpackNginx();
  await counted(countVitest, (report) =>
    tool(
      'Unit and API tests',
      'node_modules/vitest/vitest.mjs',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      nginx ? { NGINX_PATH: nginx } : {},
    ),
  );
}

async function browserTests() {
  console.log('');
  const browser = await findOrInstallBrowser();
  if (!browser) {
    tally.failed += 1; // not run is not passed
    return;
  }
  await buildWebWhenChanged();
  // Playwright sets FORCE_COLOR for its workers, and Node warns of every process that has both.
  const colour = plain ? { NO_COLOR: undefined, FORCE_COLOR: '0' } : {};
  await counted(countPlaywright, (report) =>
    tool(
      'Browser tests',
      'node_modules/@playwright/test/cli.js',
      ['test', '--config=e2e', '--reporter=list,json'],
      { ...colour, CHROME_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    ),
  );
}

/** Runs a tool that writes a report, and adds what `count` finds in it to the tally. */
async function counted(count, runTool) {
  const folder = mkdtempSync(path.join(tmpdir(), 'adwarden-test-'));
  const report = path.join(folder, 'report.json');
  const { code } = await runTool(report);
  const found = count(read(report));
  rmSync(folder, { recursive: true });

  tally.passed += found.passed;
  tally.skipped += found.skipped;
  // A run that ended badly (nothing ran, an error outside of any test) failed, whatever the counts.
  tally.failed += found.failed || (code !== 0 || found.passed === 0 ? 1 : 0);
}

async function tool(name, script, args, settings = {}) {
  const started = Date.now();
  console.log(`\n${name} …`);
  const colour = plain ? { NO_COLOR: '1' } : {};
  const result = await run(node, [at(script), ...args], {
    cwd: root,
    env: { ...env, ...colour, ...settings },
    stdio: 'inherit',
  });
  if (result.stoppedBy) await endLike({ signal: result.stoppedBy });
  const outcome = result.code === 0 ? 'passed' : 'FAILED';
  console.log(`${name}: ${outcome} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return result;
}
