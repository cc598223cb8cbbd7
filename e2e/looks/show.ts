import { expect, type Page } from '@playwright/test';

/** The part of an address that names the page: tabs of a page share it, and have the same heading. */
const pageOf = (address: string) =>
  new URL(address, 'http://a').pathname.replace(/^\/admin(?=\/)/, '').split('/')[1];

/**
 * Shows a page as a link does, without loading the product again: for walks over many pages. It loads the product the first time,
 * and for another tab of the page that is shown.
 */
export async function show(page: Page, path: string): Promise<void> {
  const isShown =
    pageOf(page.url()) !== pageOf(path) &&
    (await page.evaluate((to) => {
      const heading = document.querySelector('#root h1');
      if (!heading) return false;
      heading.setAttribute('data-left', '');
      history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      return true;
    }, path));
  if (!isShown) await page.goto(path);
  await expect(page.locator('[data-left]'), `the page before ${path}`).toHaveCount(0);
}
