import type { Page, Response } from '@playwright/test';

/** The JavaScript that a page loads, compressed as the browser gets it, in kilobytes. */
export async function scriptsOf(page: Page, address: string, isThere: () => Promise<void>) {
  const answers: Response[] = [];
  const note = (answer: Response) => {
    if (/\.js$/.test(answer.url())) answers.push(answer);
  };
  page.on('response', note);
  await page.goto(address);
  await isThere();
  page.off('response', note);
  const sizes = await Promise.all(
    answers.map(async (answer) => Number(await answer.headerValue('content-length'))),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
