import type { App } from '@adwarden/contract/apps';
import type { Page } from '@playwright/test';
import { administrator } from './support/test-api.ts';

/* The pictures that `npm run screenshots` makes. */

/** The browser of the pictures. */
export const ownBrowser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
/** Browsers in which the administrator of the pictures is signed in, too. */
export const otherBrowsers = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
];

/** The text of Connect until a phone asks. */
const waiting = /Waiting for the first request…|Phones ask:/;

export type Shot = {
  name: string;
  path: string;
  /** Waits until the page can be photographed. */
  ready: (page: Page) => Promise<unknown>;
  /** The page keeps a stream open, so that the network is never idle. */
  hasStream?: true;
  /** It confirms who the person is, which ends the token of the session. */
  confirms?: true;
};

const row = (page: Page) => page.getByRole('row').nth(5).waitFor();
/** While a list loads, it has rows too, but does not say how many there are. */
const firstRow = (page: Page) => page.getByText(/^1–\d+ of \d/).waitFor();
/** A list whose first page has every status. */
const list = '/admin/application-list?sort=appName';

/** The pictures of the README. */
export const readmeShots: Shot[] = [
  { name: 'application-list', path: list, ready: row },
  {
    name: 'application-form',
    path: list,
    ready: async (page) => {
      await row(page);
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: /^App Name/ })
        .waitFor();
    },
  },
  {
    name: 'connect',
    path: list,
    hasStream: true,
    ready: async (page) => {
      await row(page);
      await page
        .getByRole('button', { name: /^More for / })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Connect' }).click();
      await page.getByText(waiting).waitFor();
    },
  },
  { name: 'findings', path: '/admin/safety/findings', ready: firstRow },
  // It comes after the others, when the server has counted the requests by which the findings are sorted.
  {
    name: 'dashboard',
    path: '/admin/dashboard',
    ready: (page) =>
      page
        .getByText(/\d requests in 7 days/)
        .first()
        .waitFor(),
  },
  { name: 'pauses', path: '/admin/safety/pauses', ready: firstRow },
  { name: 'change-requests', path: '/admin/safety/change-requests', ready: firstRow },
  { name: 'batches', path: '/admin/safety/batches', ready: firstRow },
  {
    name: 'bulk-preview',
    path: list,
    ready: async (page) => {
      await row(page);
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('button', { name: 'Edit fields' }).click();
      const form = page.getByRole('dialog', { name: 'Edit fields' });
      await form.getByRole('combobox', { name: 'Field' }).fill('Ads Status');
      await page.keyboard.press('Enter');
      await form.getByRole('combobox', { name: 'Ads Status' }).selectOption('off');
      await form.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('dialog', { name: 'Preview' }).getByRole('listitem').first().waitFor();
    },
  },
  { name: 'application-list-dark', path: list, ready: row },
  {
    name: 'phone',
    path: list,
    ready: (page) => page.getByRole('listitem').nth(2).waitFor(),
  },
];

/** Pictures of the README that the guide has, too. */
const inBoth = ['application-form', 'bulk-preview', 'findings', 'pauses', 'change-requests'];

/** Returns the pictures of docs/guide.md; those of an app show this one. */
export function guideShots({ appID, accountName }: Pick<App, 'appID' | 'accountName'>): Shot[] {
  const page = `/admin/application/${appID}`;
  const heading = (name: string) => (of: Page) =>
    of.getByRole('heading', { level: 2, name }).waitFor();
  /** Returns the tabs of the page at the top of the picture. */
  const fromTabs = (of: Page) =>
    of
      .getByRole('navigation', { name: 'Application' })
      .evaluate((tabs) => window.scrollTo(0, tabs.getBoundingClientRect().top - 76));
  return [
    ...readmeShots.filter(({ name }) => inBoth.includes(name)),
    { name: 'application-page', path: page, ready: heading('Ad units') },
    {
      name: 'connect',
      path: `${page}/connect`,
      hasStream: true,
      ready: async (of) => {
        await of.getByText(waiting).waitFor();
        await fromTabs(of);
      },
    },
    {
      name: 'test',
      path: `${page}/test`,
      ready: async (of) => {
        await of.getByText('Country and VPN', { exact: true }).click();
        await of.getByRole('combobox', { name: 'Country of the phone' }).fill('Norway');
        await of.getByRole('option', { name: 'Norway (NO)', exact: true }).click();
        await of.getByRole('button', { name: 'Test', exact: true }).click();
        await of.getByRole('region', { name: 'Result' }).waitFor();
      },
    },
    {
      name: 'history',
      path: `${page}/history`,
      ready: async (of) => {
        await of.getByRole('button', { name: 'Undo this change' }).first().waitFor();
        await fromTabs(of);
      },
    },
    {
      name: 'tokens',
      path: `${page}/tokens`,
      ready: async (of) => {
        await of.getByRole('list', { name: 'Tokens' }).waitFor();
        await fromTabs(of);
      },
    },
    {
      name: 'traffic',
      path: '/admin/traffic',
      ready: async (of) => {
        await of.locator('svg[data-chart]').waitFor();
        await of
          .getByRole('heading', { level: 2, name: 'Requests', exact: true })
          .evaluate((title) => window.scrollTo(0, title.getBoundingClientRect().top - 100));
      },
    },
    {
      name: 'app-ads',
      path: `/admin/app-ads/${encodeURIComponent(accountName)}`,
      ready: heading('Lines to publish'),
    },
    {
      name: 'administrators',
      path: '/admin/administrators',
      ready: (of) => of.getByRole('row').nth(4).waitFor(),
    },
    {
      name: 'sessions',
      path: '/admin/open-sessions',
      ready: (of) =>
        of
          .getByRole('row')
          .nth(otherBrowsers.length + 1)
          .waitFor(),
    },
    {
      name: 'security',
      path: '/admin/security',
      confirms: true,
      ready: async (of) => {
        await of.getByRole('button', { name: 'Add an authenticator app' }).click();
        await of
          .getByRole('dialog')
          .getByRole('textbox', { name: 'Password' })
          .fill(administrator.password);
        await of.keyboard.press('Enter');
        await of.getByRole('img', { name: /QR/ }).waitFor();
      },
    },
    {
      name: 'api-keys',
      path: '/admin/api-keys',
      ready: (of) => of.getByRole('row').nth(4).waitFor(),
    },
  ];
}
