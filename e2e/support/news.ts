import type { Page } from '@playwright/test';

const nothing = {
  status: 'success',
  success: true,
  message: 'News',
  data: { mark: '1', changed: [] },
};

/** Keeps news from the page: it hears of no change of others, so its lists stay unchanged, however long the test takes. */
export const withoutNews = (page: Page): Promise<unknown> =>
  page.route(/\/changes\/news/, (route) => route.fulfill({ json: nothing }));
