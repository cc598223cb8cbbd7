import { defineConfig } from '@playwright/test';
import { shareCompiledCode } from '../deploy/programs/compiled-code.ts';
import { runAtLowPriority } from '../deploy/programs/low-priority.ts';
import { keepTemporaryFilesInMemory } from '../deploy/programs/memory-folder.ts';

keepTemporaryFilesInMemory();
runAtLowPriority();
shareCompiledCode();

/** The browser that `npm test` found or installed; without it, Playwright's own download. */
const executablePath = process.env.CHROME_PATH;

export default defineConfig({
  globalSetup: '../scripts/before-browser-tests.mjs',
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Each worker has its own server and browser, which use two cores together.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A second try records a trace. A test that passes then is listed as flaky: it is a fault of the test, to be mended.
  retries: 1,
  // Limits for tests that hang: they are long, so that no test fails because the machine is slow. A page that does not come
  // fails by the shorter ones. The first one is for a test of many pages.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // The same zone as in the other tests: code that forgets UTC, or the user's own zone, fails in it.
    timezoneId: 'Pacific/Chatham',
    locale: 'en-US',
    // No animations, except in the tests of animations.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // A trace makes a test a third slower, so only the second try records one. `--trace on` records it in each try.
    trace: 'on-first-retry',
    // For the few tests without our fixtures. These keep the page themselves (ADR 138).
    reuseContext: true,
    // A page lives for seconds, so code that V8 optimizes does not pay: a tenth of the processor time.
    launchOptions: {
      args: ['--js-flags=--no-maglev --no-opt'],
      ...(executablePath && { executablePath }),
    },
  },
});
