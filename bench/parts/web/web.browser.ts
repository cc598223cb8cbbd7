import { type Browser, launch, type Page } from 'puppeteer-core';

/** The answer of a sign-in, as it is kept in the session storage (spec, section 3 "Login session"). */
export type Session = { token: string; user: { role: 'admin' | 'user' } };

/** Starts a Chromium without its own background requests. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROME_PATH;
  if (!executablePath) throw new Error('There is no browser: set CHROME_PATH to one');
  return launch({
    executablePath,
    args: [
      // Chromium has no sandbox for root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-extensions',
      '--no-first-run',
    ],
    defaultViewport: { width: 1440, height: 900 },
  });
}

/** Opens a page with an empty cache; `session` is put where a sign-in stores it. */
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
