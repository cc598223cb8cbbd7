import { writeFileSync } from 'node:fs';
import { openNewApp } from './support/app-form.ts';
import { png } from './support/png.ts';
import { expect, test } from './support/test.ts';

/* Spec, section 2 "Application form details": the icon of the form, chosen or dropped. */

test('previews a chosen icon, and Close resets it with the form', async ({ adminPage }) => {
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

test('an icon can be dropped from the desktop, and what is no image is said', async ({
  adminPage,
}, info) => {
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  const shown = form.dialog.getByRole('img', { name: /icon/i });
  const box = await shown.boundingBox();
  const devtools = await adminPage.context().newCDPSession(adminPage);
  /** What the operating system does when a file is dragged over the window and let go. */
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
