import type { Page } from '@playwright/test';
import { fillRequired, openEdit, openNewApp } from '../support/app-form.ts';
import { choose, openCustomizer } from '../support/customizer.ts';
import { png } from '../support/png.ts';
import { fromMenu, rowOf } from '../support/rows.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { signIn } from '../support/sign-in-form.ts';
import { expect, test, usualSettings } from '../support/test.ts';
import { administrator, fresh, openTestApi } from '../support/test-api.ts';
import { openPathProxy, type PathProxy } from './path-proxy.ts';

/* BASE_PATH (ADR 88): Adwarden below a path, behind an nginx that keeps it and behind one that takes it off. */

const base = '/adwarden';
let server: ServerProcess;
let other: ServerProcess;
/** `/adwarden` and `/kept` are two installations; what else is asked for is of another program. */
let proxies: Record<'strips' | 'keeps', PathProxy>;
test.beforeAll(async () => {
  const settings = { ...usualSettings, TRUST_PROXY: '127.0.0.1' };
  server = await startServer({ ...settings, BASE_PATH: `${base}/` });
  other = await startServer({ ...settings, BASE_PATH: '/kept' });
  const proxy = (strips: boolean) =>
    openPathProxy([
      { path: base, to: server.address, strips },
      { path: '/kept', to: other.address, strips: !strips },
    ]);
  proxies = { strips: await proxy(true), keeps: await proxy(false) };
});
test.afterAll(async () => {
  for (const proxy of Object.values(proxies)) await proxy.close();
  await server.stop();
  await other.stop();
});

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();
const enterOffice = async (page: Page, address: string) => {
  await page.goto(`${address}/admin/login`);
  await signIn(page, administrator);
  await expect(page).toHaveURL(`${address}/admin/dashboard`);
};
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

for (const kind of ['strips', 'keeps'] as const) {
  test.describe(`a proxy that ${kind === 'strips' ? 'takes the path off' : 'keeps the path'}`, () => {
    let address: string;
    test.beforeEach(async ({ context }) => {
      address = proxies[kind].address + base;
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    });
    test.afterEach(() => {
      expect(proxies[kind].strays(), 'requests beside the path').toEqual([]);
    });

    test('signing in, the menu, an application with an icon, its ads URL, and a reload', async ({
      page,
    }) => {
      await page.goto(`${address}/`);
      await expect(page).toHaveURL(`${address}/admin/login`);
      await signIn(page, administrator);
      await expect(page).toHaveURL(`${address}/admin/dashboard`);
      await link(page, 'Application').click();
      await expect(page).toHaveURL(`${address}/admin/application-list`);

      const appName = fresh('Tide Clock');
      const form = await openNewApp(page);
      await fillRequired(form, appName);
      const chooser = page.waitForEvent('filechooser');
      await form.dialog.getByRole('button', { name: 'Choose icon' }).click();
      await (await chooser).setFiles({ name: 'sail.png', mimeType: 'image/png', buffer: png });
      await form.save.click();
      await expect(form.dialog).toBeHidden();
      const row = rowOf(page, appName);
      await expect(row).toBeVisible();
      const icon = row.locator('img').first();
      await expect(icon).toHaveAttribute('src', new RegExp(`^${base}/icons/`));
      await expect
        .poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);

      await row.getByRole('button', { name: `Copy the ads URL of ${appName}` }).click();
      await expect(page.getByText('Copy Successfully').first()).toBeVisible();
      const url = await copied(page);
      expect(url).toMatch(new RegExp(`^${address}/api/getAds\\?appID=\\w{16}&authToken=`));
      await expect.poll(async () => (await fetch(url)).status).toBe(200);

      const edit = await openEdit(page, row);
      await edit.note.fill('below a path');
      await edit.save.click();
      await expect(edit.dialog).toBeHidden();

      await row.getByRole('link', { name: appName, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`^${address}/admin/application/\\w{16}$`));
      await page.getByRole('link', { name: 'History' }).click();
      await expect(page).toHaveURL(/\/history$/);
      await page.reload();
      await expect(page.getByText('below a path').first()).toBeVisible();
      await page.goBack();
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`^${address}/admin/application-list`));
    });

    test('an address without a slash, an unknown page, and one that needs a sign-in first', async ({
      page,
    }) => {
      await page.goto(address);
      await expect(page).toHaveURL(`${address}/admin/login`);
      await page.goto(`${address}/admin/traffic?x=1`);
      await expect(page).toHaveURL(`${address}/admin/login`);
      await signIn(page, administrator);
      await expect(page, 'back to where it was').toHaveURL(`${address}/admin/traffic?x=1`);
      await page.goto(`${address}/no/such/page`);
      await expect(page).toHaveURL(`${address}/admin/dashboard`);
    });

    test('a session that ends leads to the sign-in, and back', async ({ page, mayFail }) => {
      mayFail(`401 ${base}/`);
      const api = await openTestApi(address);
      await enterOffice(page, address);
      const session = await page.evaluate(
        (key) => JSON.parse(sessionStorage.getItem(key) ?? 'null'),
        `${base} authAdmin`,
      );
      await api.call('signOut', { as: session.token });
      await page.goto(`${address}/admin/user-list`);
      await expect(page).toHaveURL(`${address}/admin/login`);
      await signIn(page, administrator);
      await expect(page).toHaveURL(`${address}/admin/user-list`);
      await page.goto(`${address}/admin/logout`);
      await expect(page).toHaveURL(`${address}/admin/login`);
    });

    test('a sign-in link of an owner, and what owners see', async ({ page }) => {
      const api = await openTestApi(address);
      const owner = await api.addUser();
      await enterOffice(page, address);
      await page.goto(`${address}/admin/user-list?search=${owner.userID}`);
      await fromMenu(page, rowOf(page, owner.userID), 'Edit');
      const edit = page.getByRole('dialog', { name: 'Edit User' });
      await edit.getByRole('button', { name: 'Copy sign-in link' }).click();
      await expect(edit.getByRole('button', { name: 'Copy Successfully' })).toBeVisible();
      const invitation = await copied(page);
      expect(invitation).toBe(`${address}/login?userID=${owner.userID}`);
      await page.keyboard.press('Escape');
      await page.goto(`${address}/admin/logout`);
      await expect(page).toHaveURL(`${address}/admin/login`);
      await page.goto(invitation);
      await page.getByLabel('Password', { exact: true }).fill(owner.password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page).toHaveURL(`${address}/dashboard`);
      await link(page, 'Application').click();
      await expect(page).toHaveURL(`${address}/application-list`);
    });

    test('Connect has the address, and the files of the clients are there', async ({ page }) => {
      const api = await openTestApi(address);
      const { appName } = await api.addApp();
      await enterOffice(page, address);
      await page.goto(`${address}/admin/application-list?search=${encodeURIComponent(appName)}`);
      await fromMenu(page, rowOf(page, appName), 'Connect');
      const dialog = page.getByRole('dialog', { name: `Connect ${appName}` });
      await expect(dialog).toContainText(`"${address}"`);
      for (const language of ['TypeScript', 'Swift', 'C#', 'HTTP']) {
        await dialog.getByRole('tab', { name: language }).click();
        await expect(dialog.getByRole('tabpanel')).toContainText(address);
        const files = dialog.getByRole('list', { name: 'Files' }).getByRole('link');
        await expect(files.first()).toBeVisible();
        for (const file of await files.all()) {
          const href = await file.evaluate((anchor: HTMLAnchorElement) => anchor.href);
          expect(href.startsWith(`${address}/`), href).toBe(true);
          expect((await fetch(href)).status, href).toBe(200);
        }
      }
    });

    test('the guide with its pictures, and the API reference', async ({ page }) => {
      await enterOffice(page, address);
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('menuitem', { name: 'Guide' }).click();
      await expect(page).toHaveURL(`${address}/admin/guide`);
      const picture = page.locator('article img[data-scheme="light"]').first();
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await page
        .getByRole('navigation', { name: 'Parts of the guide' })
        .getByRole('link')
        .last()
        .click();
      await expect(page).toHaveURL(new RegExp(`^${address}/admin/guide#`));

      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('menuitem', { name: 'API reference' }).click();
      const reference = await opened;
      await expect(reference).toHaveURL(`${address}/docs/?colors=light`);
      await reference.goto(`${address}/docs/#/operation/getHealth`);
      await expect(reference.locator('.servers')).toContainText(base);
      await reference.close();
    });

    test('an export, the palette, and the layout after a reload', async ({ page }) => {
      await enterOffice(page, address);
      await link(page, 'Application').click();
      await page.getByRole('button', { name: 'Export and import', exact: true }).click();
      await page.getByRole('menuitem', { name: /^Export/ }).click();
      const saved = page.waitForEvent('download');
      const dialog = page.getByRole('dialog', { name: 'Export' });
      await dialog.getByRole('button', { name: 'Export' }).click();
      expect((await saved).suggestedFilename()).toMatch(/\.csv$/);

      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find anything' }).fill('audit log');
      await page.getByRole('option', { name: 'Audit Log' }).first().click();
      await expect(page).toHaveURL(`${address}/admin/audit-log`);

      await choose(await openCustomizer(page), 'Color scheme', 'Dark');
      await page.keyboard.press('Escape');
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
      const keys = await page.evaluate(() =>
        [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)),
      );
      expect(keys.length).toBeGreaterThan(2);
      for (const key of keys) expect(key.startsWith(`${base} `), key).toBe(true);
    });
  });
}

test('two installations on one host, in one tab: each has its own session and layout', async ({
  page,
}) => {
  const { address } = proxies.strips;
  await enterOffice(page, address + base);
  await choose(await openCustomizer(page), 'Color scheme', 'Dark');
  await page.keyboard.press('Escape');

  await page.goto(`${address}/kept/admin/dashboard`);
  await expect(page, 'not signed in there').toHaveURL(`${address}/kept/admin/login`);
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light');
  await signIn(page, administrator);
  await expect(page).toHaveURL(`${address}/kept/admin/dashboard`);
  await page.goto(`${address}/kept/admin/logout`);
  await expect(page).toHaveURL(`${address}/kept/admin/login`);

  await page.goto(`${address}${base}/admin/dashboard`);
  await expect(page.getByText('No. of Application').first(), 'still signed in here').toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
});

test('a page that is opened past the proxy goes below the path', async ({ page }) => {
  await page.goto(`${server.address}/admin/login?x=1#y`);
  await expect(page).toHaveURL(`${server.address}${base}/admin/login?x=1#y`);
  await signIn(page, administrator);
  await expect(page).toHaveURL(`${server.address}${base}/admin/dashboard`);
});

test('the first page asks for the same files as at the root', async ({ context, api }) => {
  const open = async (address: string) => {
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${address}/admin/login`, { waitUntil: 'networkidle' });
    return asked;
  };
  const atRoot = await open(api.address);
  const below = await open(proxies.keeps.address + base);
  // Both pages stay open: on a busy machine, one may ask for its last file late.
  await expect(() => {
    expect(below.toSorted()).toEqual(atRoot.map((path) => base + path).toSorted());
  }).toPass({ timeout: 20_000 });
});
