import { findOrInstallBrowser } from './browser.mjs';
import { addReport, plain, tally, tool } from './checks.mjs';
import { countPlaywright } from './test-reports.mjs';

/** Runs the browser tests, or those that `chosen` names (files, a shard), and adds their numbers to the totals. */
export async function browserTests(chosen) {
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
      ['test', '--config=e2e', '--reporter=list,json', ...chosen],
      { ...colour, CHROME_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    ),
  );
}
