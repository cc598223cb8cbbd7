import { defineConfig } from '@playwright/test';

/** The browser that `npm test` found or installed; without it, Playwright's own download. */
const executablePath = process.env.CHROME_PATH;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  // A worker has a server and a browser of its own; two suit two cores.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // On a loaded machine a page can be late once; Playwright then names the test as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // The zone of the other tests: whoever forgets UTC, or the person's own zone, fails here.
    timezoneId: 'Pacific/Chatham',
    locale: 'en-US',
    // Pages that hold still; the tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    actionTimeout: 7_000,
    navigationTimeout: 15_000,
    screenshot: 'only-on-failure',
    // `npx playwright show-trace` plays a failed test back, step by step.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: executablePath ? { executablePath } : {},
  },
});
