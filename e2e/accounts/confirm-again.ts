import { expect, type Page } from '@playwright/test';

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

async function answer(page: Page, label: string, text: string): Promise<void> {
  const field = question(page).getByLabel(label, { exact: true });
  await expect(field).toBeFocused();
  await field.fill(text);
  await question(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(question(page)).toBeHidden();
}

/** Answers the question of who somebody is with the password (ADR 136). */
export const answerWithPassword = (page: Page, password: string) =>
  answer(page, 'Password', password);

/** Answers the question of who somebody is with a recovery code. */
export async function answerWithRecoveryCode(page: Page, code: string): Promise<void> {
  await question(page).getByRole('button', { name: 'Use a recovery code' }).click();
  await answer(page, 'Recovery Code', code);
}
