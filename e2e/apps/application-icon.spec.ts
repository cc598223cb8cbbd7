import { writeFileSync } from 'node:fs';
import { openNewApp } from '../support/app-form.ts';
import { png } from '../support/png.ts';
import { expect, test } from '../support/test.ts';

/* Spec, section 2 "Application form details": the icon of the form, chosen or dropped. */

test('shows a preview of a chosen icon, and Close resets it with the form', async ({
  adminPage,
  mayFail,
}) => {
  mayFail('ERR_FILE_NOT_FOUND /');
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  await expect(form.dialog.getByRole('img', { name: 'Default icon' })).toBeVisible();
  const chooser = adminPage.waitForEvent('filechooser');
  await form.dialog.getByRole('button', { name: 'Choose icon' }).click();
  await (await chooser).setFiles({ name: 'sail.png', mimeType: 'image/png', buffer: png });
  await expect(form.dialog.getByRole('img', { name: 'Chosen icon: sail.png' })).toBeVisible();
  await form.close.click();
  await adminPage.getByRole('button', { name: 'Discard' }).click();
  await expect(form.dialog).toBeHidden();
  const again = await openNewApp(adminPage);
  await expect(again.dialog.getByRole('img', { name: 'Default icon' })).toBeVisible();
});

test('an icon can be dropped from the desktop, and a file that is no image gets a message', async ({
  adminPage,
}, info) => {
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  const shown = form.dialog.getByRole('img', { name: /icon/i });
  const box = await shown.boundingBox();
  const devtools = await adminPage.context().newCDPSession(adminPage);
  /** Simulates dragging a file over the window and dropping it. */
  const drop = async (name: string, content: Buffer) => {
    const file = info.outputPath(name);
    writeFileSync(file, content);
    const at = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 };
    const data = { items: [], files: [file], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
    }
  };
  await drop('sail.png', png);
  await expect(shown).toHaveAccessibleName('Chosen icon: sail.png');
  await drop('notes.txt', Buffer.from('no image'));
  await expect(form.dialog.getByText(/Icon must be a PNG/)).toBeVisible();
  await form.dialog.getByRole('button', { name: 'Use the default' }).click();
  await expect(shown).toHaveAccessibleName('Default icon');
  await expect(adminPage, 'the browser does not open the file itself').toHaveURL(
    '/admin/application-list',
  );
});

test('the kind of an icon is detected from its content, not from the type that the system reports', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  const shown = form.dialog.getByRole('img', { name: /icon/i });
  const choose = form.dialog.getByRole('button', { name: 'Choose icon' });
  const pick = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = adminPage.waitForEvent('filechooser');
    await choose.click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  };
  await pick('sail', '', png);
  await expect(shown).toHaveAccessibleName('Chosen icon: sail');
  await expect(choose, 'the button that was used keeps the focus').toBeFocused();
  await pick('notes.png', 'image/png', Buffer.from('no image'));
  await expect(form.dialog.getByText(/Icon must be a PNG/)).toBeVisible();
  await pick('sail', '', png);
  await expect(shown, 'the same file once more').toHaveAccessibleName('Chosen icon: sail');
});

test('a file that is dropped beside the icon field does not leave the page', async ({
  adminPage,
}, info) => {
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  await form.dialog.getByLabel('App Name').fill('Half typed');
  const file = info.outputPath('sail.png');
  writeFileSync(file, png);
  // Chromium does not open dropped files in tests, so the test checks whether the page cancelled the event.
  await adminPage.evaluate(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    for (const type of ['dragover', 'drop']) {
      window.addEventListener(type, ({ defaultPrevented }) => {
        told.push(defaultPrevented ? 'refused' : 'left to the browser');
      });
    }
  });
  const devtools = await adminPage.context().newCDPSession(adminPage);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const [x, y] of [
    [5, 5],
    [720, 200],
  ] as const) {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await devtools.send('Input.dispatchDragEvent', { type, x, y, data });
    }
  }
  const told = await adminPage.evaluate(() => (window as unknown as { told: string[] }).told);
  expect(new Set(told)).toEqual(new Set(['refused']));
  await expect(form.dialog.getByLabel('App Name')).toHaveValue('Half typed');
  await expect(adminPage).toHaveURL('/admin/application-list');
  await expect(form.dialog.getByRole('img', { name: 'Default icon' })).toBeVisible();
});

test('the drop zone stays marked while a file is moved over its children', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  const zone = form.dialog.locator('[class*=zone]');
  const marks = await zone.evaluate((element) => {
    const image = element.querySelector('img') as Element;
    const seen: boolean[] = [];
    const send = (target: Element, type: string, relatedTarget: Element | null) => {
      target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, relatedTarget }));
      return new Promise((resolve) => setTimeout(resolve, 50));
    };
    const look = () => seen.push(element.hasAttribute('data-over'));
    return (async () => {
      await send(element, 'dragover', null);
      look();
      await send(element, 'dragleave', image);
      look();
      await send(element, 'dragleave', document.body);
      look();
      return seen;
    })();
  });
  expect(marks).toEqual([true, true, false]);
});
