// `npm test` installs what is missing (also a browser). Then it checks types, style, dead code and the lock file, and runs
// the unit and API tests and the browser tests. The last line has the totals: each of the four checks counts as one test,
// and the tests of `npm run test-slow` count as skipped. `npm test -- check unit` runs only these parts.
import { findOrInstallBrowser } from './browser.mjs';
import { buildWebWhenChanged } from './build.mjs';
import { addReport, check, finish, plain, program, runParts, tally, tool } from './checks.mjs';
import { installWhatIsMissing, npmCommand } from './install.mjs';
import { countPlaywright } from './test-reports.mjs';
import { deadCode, lint, typeCheck } from './types-and-lint.mjs';
import { vitest } from './vitest.mjs';

const parts = {
  async check() {
    await Promise.all([check(...typeCheck), check(...lint), check(...deadCode)]);
    await lockFile();
  },
  async unit() {
    // The tests of deploy/ need the built pages.
    await buildWebWhenChanged();
    await vitest('Unit and API tests', []);
  },
  async browser() {
    await buildWebWhenChanged();
    await browserTests();
  },
};

await runParts('npm test', parts, () => installWhatIsMissing('all'));
finish();

/** Checks that `npm ci` accepts package-lock.json, because users install with it. Installs nothing. */
async function lockFile() {
  const [file, args] = npmCommand(
    'ci --dry-run --ignore-scripts --no-audit --no-fund --loglevel=error',
  );
  const { code } = await program('Lock file', file, args);
  tally[code === 0 ? 'passed' : 'failed'] += 1;
}

async function browserTests() {
  console.log('');
  const browser = await findOrInstallBrowser();
  if (!browser) {
    tally.failed += 1; // tests that did not run must not look passed
    return;
  }
  // Playwright sets FORCE_COLOR for its workers, and Node prints a warning if both variables are set.
  const colour = plain ? { NO_COLOR: undefined, FORCE_COLOR: '0' } : {};
  await addReport(countPlaywright, (report) =>
    tool(
      'Browser tests',
      'node_modules/@playwright/test/cli.js',
      ['test', '--config=e2e', '--reporter=list,json'],
      { ...colour, CHROME_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    ),
  );
}
