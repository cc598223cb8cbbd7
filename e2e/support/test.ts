import { test as base, type Page } from '@playwright/test';
import { administrator, type Office, openOffice, type StoredSession } from './office.ts';
import { startServer } from './server-process.ts';
import { watch } from './watch.ts';

export { expect } from '@playwright/test';

type Owner = { userID: string; password: string; fullName: string; id: string };

type Fixtures = {
  /** An app owner made for this test, without apps. */
  owner: Owner;
  /** A page of a signed-in administrator. */
  adminPage: Page;
  /** A page of the signed-in `owner`. */
  ownerPage: Page;
  /** Fails a test whose pages asked another host, broke the policy or threw. */
  clean: undefined;
};

/**
 * Playwright's test with the product behind it: each worker starts the real server on a database of
 * its own, and a test makes its own data in it by `office`.
 */
export const test = base.extend<Fixtures, { office: Office }>({
  office: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs out of it
    async ({}, use) => {
      const server = await startServer({
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
        ADMIN_NAME: administrator.fullName,
        COMPANY_NAME: 'Harbour & Daughters',
      });
      await use(await openOffice(server.address));
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ office }, use) => use(office.address),
  clean: [
    async ({ context, office }, use) => {
      const check = watch(context, office.address);
      await use(undefined);
      check();
    },
    { auto: true },
  ],
  owner: async ({ office }, use) => {
    await use(await office.addUser());
  },
  adminPage: async ({ page, office }, use) => {
    await enter(page, await office.signInAdmin());
    await use(page);
  },
  ownerPage: async ({ page, office, owner }, use) => {
    await enter(page, await office.signInOwner(owner));
    await use(page);
  },
});

/** Puts a session where a sign-in would have left it, before the page's first script; once per tab. */
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

/** What session storage holds under a key, parsed; null when nothing. */
export const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(sessionStorage.getItem(name) ?? 'null'), key);
