import type { Page } from '@playwright/test';
import { administrator } from './test-api.ts';

/** Returns the button in the top bar that opens the user dropdown. */
export const account = (page: Page, name = administrator.fullName) =>
  page.getByRole('banner').getByRole('button', { name });
