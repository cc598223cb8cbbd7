import { startServer } from '../support/server-process.ts';
import { enter, expect, test } from '../support/test.ts';
import { administrator, openTestApi } from '../support/test-api.ts';

/* PUBLIC_URL: the address in copied ads URLs, if phones use another address than the back office (docs/operate.md). */

test('the copied ads URL begins with PUBLIC_URL, in the list, the form and the configurations', async ({
  browser,
}) => {
  const server = await startServer({
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    PUBLIC_URL: 'https://adwarden.harbour.example/',
  });
  try {
    const api = await openTestApi(server.address);
    const { appID, authToken, appName } = await api.addApp();
    await api.call('addConfigureApp', { body: { id: appID, country: 'IN' } });
    const url = `https://adwarden.harbour.example/api/getAds?appID=${appID}&authToken=${authToken}`;
    const context = await browser.newContext({
      baseURL: server.address,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    await enter(page, await api.signInAdmin());
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const copyIn = async (path: string) => {
      await page.goto(path);
      await page.getByRole('button', { name: `Copy the ads URL of ${appName}` }).click();
      await expect(page.getByText('Copy Successfully').first()).toBeVisible();
      expect(await copied(), path).toBe(url);
    };
    await copyIn('/admin/application-list');
    await page.getByRole('button', { name: `Edit ${appName}` }).click();
    await expect(page.getByRole('dialog')).toContainText(url);
    await copyIn('/admin/app-configuration');
    await page.goto(`/admin/application-list?${new URLSearchParams({ search: appName })}`);
    await page.getByRole('button', { name: `More for ${appName}` }).click();
    await page.getByRole('menuitem', { name: 'Connect' }).click();
    await expect(page.getByRole('dialog')).toContainText('https://adwarden.harbour.example');
    await expect(page.getByRole('dialog').getByRole('note'), 'phones reach it').toHaveCount(0);
    await context.close();
  } finally {
    await server.stop();
  }
});
