import type { Page } from '@playwright/test';

/** Returns the fields and the button of both sign-in forms. */
export const email = (page: Page) => page.getByLabel('Email');
export const userId = (page: Page) => page.getByLabel('User Id');
export const password = (page: Page) => page.getByLabel('Password', { exact: true });
export const button = (page: Page) => page.getByRole('button', { name: 'Sign In' });
/** Returns the words of a refusal in the form; a toast says them as well. */
export const refusal = (page: Page) => page.getByRole('main').getByRole('alert');

/** Fills and sends the open sign-in form, of administrators or of users. */
export async function signIn(
  page: Page,
  who: { email: string; password: string } | { userID: string; password: string },
): Promise<void> {
  // An owner has an e-mail address, too.
  if ('userID' in who) await userId(page).fill(who.userID);
  else await email(page).fill(who.email);
  await password(page).fill(who.password);
  await button(page).click();
}
