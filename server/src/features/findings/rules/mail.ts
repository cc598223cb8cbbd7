import type { Found } from '@adwarden/contract/findings/rules';

/** An administrator whose mail is not sent, and why. */
export type UnsentMail = { id: string; email: string; lastError: string };

const mostNamed = 3;

/** Returns the finding about mails that have not been sent for some time, if there are any. */
export function findUnsentMail(unsent: UnsentMail[]): Found[] {
  if (unsent.length === 0) return [];
  const said = unsent
    .slice(0, mostNamed)
    .map(({ email, lastError }) => `Not to ${email}: ${lastError}.`);
  const more = unsent.length - said.length;
  if (more > 0) said.push(`And not to ${more} more.`);
  const facts = unsent.map(({ id }) => id).join(' ');
  return [{ rule: 'mail-not-sent', field: '', detail: said.join(' '), facts }];
}
