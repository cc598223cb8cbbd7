import { type Browser, launch, type Page } from 'puppeteer-core';

/** What a sign-in answers, and the session storage holds (spec, section 3 "Login session"). */
export type Session = { token: string; user: { role: 'admin' | 'user' } };

/** A Chromium of its own, without what it does by itself over the network. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROME_PATH;
  if (!executablePath) throw new Error('There is no browser to measure in: set CHROME_PATH to one');
  return launch({
    executablePath,
    args: [
      // As root, a sandbox cannot be had.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-extensions',
      '--no-first-run',
    ],
    defaultViewport: { width: 1440, height: 900 },
  });
}

/** A page without anything cached; `session` stands where a sign-in would have left it. */
export async function freshPage(
  browser: Browser,
  session?: Session,
): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  if (session) {
    const entry = session.user.role === 'admin' ? 'authAdmin' : 'authUser';
    const text = JSON.stringify(JSON.stringify(session));
    await page.evaluateOnNewDocument(`sessionStorage.setItem('${entry}', ${text})`);
  }
  return { page, close: () => context.close() };
}
