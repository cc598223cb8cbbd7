import { expect, test } from '@playwright/test';
import { startServer } from './server-process.ts';
import { administrator } from './test-api.ts';
import { openWatch } from './watch.ts';

/* Every other test runs under this watch, so this test checks that the watch can fail. */

const faults: Record<string, [() => void, RegExp]> = {
  'a request to another host': [
    () => {
      location.href = 'http://127.0.0.1:9/elsewhere';
    },
    /requested another host/,
  ],
  'an inline script': [
    () => {
      const script = document.createElement('script');
      setTimeout(() => {
        script.textContent = 'window.ran = true';
      });
    },
    /requires 'TrustedScript' assignment/,
  ],
  'an image from elsewhere': [
    () => {
      new Image().src = 'http://127.0.0.1:9/elsewhere.png';
    },
    /Content Security Policy/,
  ],
  'an error thrown in the page': [
    () => {
      setTimeout(() => {
        throw new Error('thrown late');
      });
    },
    /thrown late/,
  ],
  'a rejection that nobody handles': [
    () => {
      void Promise.reject(new Error('rejected late'));
    },
    /rejected late/,
  ],
  'a failed call that no test named': [
    () => {
      void fetch('/apps/getAllApp').catch(() => {});
    },
    /401 \/apps\/getAllApp/,
  ],
  'an error in the console': [() => console.error('something is off'), /something is off/],
};

test('the watch detects forbidden requests, policy violations and errors of a page', async ({
  browser,
}) => {
  const server = await startServer({
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  });
  for (const [what, [doIt, words]] of Object.entries(faults)) {
    const { follow, check } = openWatch();
    const context = await browser.newContext();
    follow(context);
    const page = await context.newPage();
    await page.goto(`${server.address}/login`);
    expect(check, 'before anything went wrong').not.toThrow();
    await page.evaluate(doIt);
    await expect(async () => expect(check, what).toThrow(words)).toPass({ timeout: 3_000 });
    await context.close();
  }
  await server.stop();
});
