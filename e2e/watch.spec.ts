import { expect, test } from '@playwright/test';
import { administrator } from './support/office.ts';
import { startServer } from './support/server-process.ts';
import { watch } from './support/watch.ts';

/* The watch that every other test is under: a check that cannot fail would be a defect. */

const faults: Record<string, [() => void, RegExp]> = {
  'a request to another host': [
    () => {
      location.href = 'http://127.0.0.1:9/elsewhere';
    },
    /asked another host/,
  ],
  'an inline script': [
    () => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
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
  'an error in the console': [() => console.error('something is off'), /something is off/],
};

test('the watch sees what a page must not do', async ({ browser }) => {
  const server = await startServer({
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  });
  for (const [what, [doIt, words]] of Object.entries(faults)) {
    const context = await browser.newContext();
    const check = watch(context, server.address);
    const page = await context.newPage();
    await page.goto(`${server.address}/login`);
    expect(check, 'before anything went wrong').not.toThrow();
    await page.evaluate(doIt);
    await expect(async () => expect(check, what).toThrow(words)).toPass({ timeout: 3_000 });
    await context.close();
  }
  await server.stop();
});
