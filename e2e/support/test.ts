import { test as base, type Page } from '@playwright/test';
import { createKeptPage, type KeptPage } from './kept-page.ts';
import { startServer } from './server-process.ts';
import { administrator, openTestApi, type StoredSession, type TestApi } from './test-api.ts';
import { type ExpectedFailure, openWatch } from './watch.ts';

export { expect } from '@playwright/test';

type Owner = { userID: string; password: string; fullName: string; id: string };

type Fixtures = {
  /** A new app owner for this test, without apps. */
  owner: Owner;
  /** A page of a signed-in administrator. */
  adminPage: Page;
  /** A page of the signed-in `owner`. */
  ownerPage: Page;
  /** Names calls that fail because the test wants it. Any other failed call, and any error of a page, fails the test. */
  mayFail: (...expected: ExpectedFailure[]) => void;
  /** Gives each test a context of its own, with an empty cache: where loading is the subject. `test.use({ isFresh: true })`. */
  isFresh: boolean;
};

/** The settings of the server that most tests use. */
export const usualSettings = {
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  ADMIN_NAME: administrator.fullName,
  COMPANY_NAME: 'Harbour & Daughters',
  ADWARDEN_COMMIT: '1a2b3c4d5e',
};

/**
 * Playwright's test with the real server. Each worker starts a server with its own database, and each test makes its
 * own data by `api`.
 */
export const test = base.extend<Fixtures, { api: TestApi; keptPage: KeptPage }>({
  api: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const server = await startServer(usualSettings);
      await use(await openTestApi(server.address));
      await server.stop();
    },
    // For a start that hangs: on a busy machine a good one takes a minute and more.
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ api }, use) => use(api.address),
  keptPage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const keptPage = createKeptPage();
      await use(keptPage);
      await keptPage.close();
    },
    { scope: 'worker' },
  ],
  isFresh: [false, { option: true }],
  context: async (
    { browser, keptPage, isFresh, baseURL, contextOptions, hasTouch, isMobile, viewport },
    use,
  ) => {
    if (isFresh) await keptPage.close();
    const options = { baseURL, contextOptions, hasTouch, isMobile, viewport };
    const { context } = await keptPage.enter(browser, JSON.stringify(options));
    await use(context);
    if (isFresh) await keptPage.close();
    else await keptPage.leave(`${baseURL}/healthz`, viewport);
  },
  page: async ({ context }, use) => {
    const [page] = context.pages();
    if (!page) throw new Error('The context has no page');
    await use(page);
  },
  mayFail: [
    async ({ browser, context }, use) => {
      const { expected, follow, leave, check } = openWatch();
      follow(context);
      browser.on('context', follow);
      await use((...named) => void expected.push(...named));
      browser.off('context', follow);
      leave(context);
      check();
    },
    { auto: true },
  ],
  owner: async ({ api }, use) => {
    await use(await api.addUser());
  },
  adminPage: async ({ page, api }, use) => {
    await enter(page, await api.signInAdmin());
    await use(page);
  },
  ownerPage: async ({ page, api, owner }, use) => {
    await enter(page, await api.signInOwner(owner));
    await use(page);
  },
});

/** Stores a session as a sign-in does, before the page's first script, once per tab. */
export async function enter(page: Page, session: StoredSession): Promise<void> {
  await page.addInitScript(
    ([key, value]) => {
      if (sessionStorage.getItem('entered')) return;
      sessionStorage.setItem('entered', 'yes');
      sessionStorage.setItem(key, value);
    },
    [session.user.role === 'admin' ? 'authAdmin' : 'authUser', JSON.stringify(session)] as const,
  );
}

/** Returns the parsed entry of the session storage; null if there is none. */
export const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(sessionStorage.getItem(name) ?? 'null'), key);
