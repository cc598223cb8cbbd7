import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { startServer } from './support/server-process.ts';
import { administrator, openTestApi } from './support/test-api.ts';

/* npm run screenshots: makes docs/screenshots from the demo data, each below 250 KB. */

const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url));
const demo = fileURLToPath(new URL('../server/src/cli/demo.ts', import.meta.url));
const host = 'adwarden.example.com';
const mostBytes = 250 * 1024;

type Shot = {
  name: string;
  path: string;
  /** Waits until the page can be photographed. */
  ready: (page: Page) => Promise<unknown>;
  dark?: true;
  phone?: true;
};

const row = (page: Page) => page.getByRole('row').nth(5).waitFor();
/** While a list loads, it has rows too, but does not say how many there are. */
const firstRow = (page: Page) => page.getByText(/^1–\d+ of \d/).waitFor();
/** A page with every status. */
const list = '/admin/application-list?sort=appName';
const shots: Shot[] = [
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
    ready: async (page) => {
      await row(page);
      await page
        .getByRole('button', { name: /^More for / })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Connect' }).click();
      await page.getByText('Waiting for the first request…').waitFor();
    },
  },
  { name: 'findings', path: '/admin/safety/findings', ready: firstRow },
  // After the others, when the server has counted the requests by which the findings are sorted.
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
  { name: 'application-list-dark', path: list, ready: row, dark: true },
  {
    name: 'phone',
    path: list,
    ready: (page) => page.getByRole('listitem').nth(2).waitFor(),
    phone: true,
  },
];

async function take(browser: Browser, session: string, shot: Shot) {
  const viewport = shot.phone ? { width: 390, height: 844 } : { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', locale: 'en-US' });
  await context.addInitScript(
    ([entry, layoutModeType]) => {
      sessionStorage.setItem('authAdmin', entry);
      localStorage.setItem('adwarden.layout', JSON.stringify({ layoutModeType }));
    },
    [session, shot.dark ? 'dark' : 'light'] as const,
  );
  const page = await context.newPage();
  await page.goto(`http://${host}${shot.path}`);
  await shot.ready(page);
  // Connect never is: it has a stream open.
  if (shot.name !== 'connect') await page.waitForLoadState('networkidle');
  // Icons are painted some time after their answers.
  await page.evaluate(() => {
    const loaded = [...document.images].filter(({ complete }) => complete);
    return Promise.all(loaded.map((image) => image.decode()));
  });
  const path = join(folder, `${shot.name}.png`);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  await context.close();
  const { size } = statSync(path);
  console.log(`docs/screenshots/${shot.name}.png: ${Math.round(size / 1024)} KB`);
  if (size > mostBytes) throw new Error(`${path} is larger than ${mostBytes} bytes`);
}

const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-screenshots-'));
const environment = {
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  ADMIN_NAME: administrator.fullName,
};
try {
  mkdirSync(folder, { recursive: true });
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...environment };
  execFileSync(process.execPath, [demo], { cwd: dataDir, env, stdio: 'inherit' });
  const server = await startServer(environment, dataDir);
  const executablePath = process.env.CHROME_PATH;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    // The pictures show an example domain instead of 127.0.0.1.
    args: [`--host-resolver-rules=MAP ${host} ${new URL(server.address).host}`],
  });
  const session = JSON.stringify(await (await openTestApi(server.address)).signInAdmin());
  for (const shot of shots) await take(browser, session, shot);
  await browser.close();
  await server.stop();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
