import { expect, type Locator, type Page } from '@playwright/test';

/** Returns the toasts that show. */
export const toasts = (page: Page): Locator => page.locator('.mantine-Notification-root');

/** Waits until the first toast and another part do not lie over one another. */
export async function expectBesideToast(page: Page, other: Locator): Promise<void> {
  const isApart = async () => {
    const [toast, part] = [await toasts(page).first().boundingBox(), await other.boundingBox()];
    if (!toast || !part) throw new Error('one of them is gone');
    return (
      part.y + part.height <= toast.y ||
      toast.y + toast.height <= part.y ||
      part.x + part.width <= toast.x ||
      toast.x + toast.width <= part.x
    );
  };
  await expect.poll(isApart, 'beside the toast').toBe(true);
}
