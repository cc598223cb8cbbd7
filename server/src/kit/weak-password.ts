import { inNormalForm } from '@adwarden/contract/unicode';
import type { CommonPasswordsMethods } from './common-passwords.thread.ts';
import { ownFile } from './process/own-files.ts';
import { createThread } from './process/thread.ts';

/**
 * Returns why a password is too easy to guess, as the end of a sentence (`is among the most common ones …`), or null. `own` are
 * the names and logins of the account.
 */
export type WeaknessOf = (password: string, own: readonly string[]) => Promise<string | null>;

/** Loads the common passwords as one text, with a line break before and after each. A thread unpacks it, so ads do not wait. */
async function loadCommon(): Promise<string> {
  const thread = createThread<CommonPasswordsMethods>(ownFile('kit/common-passwords.thread'));
  try {
    return await thread.call('list');
  } finally {
    await thread.end();
  }
}

/** Returns letters and digits in lower case: "Tide Clock" and "tide-clock" are one name. */
const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Builds the check. `names` are the company's and the product's. The list is loaded at the first check. */
export function createWeaknessOf(names: readonly string[]): WeaknessOf {
  let common: Promise<string> | undefined;

  return async (password, own) => {
    const key = bare(password);
    if (key !== '' && [...names, ...own].some((name) => bare(name) === key)) {
      return 'must not be the name or login of the account, the company or the product';
    }
    common ??= loadCommon();
    const list = await common.catch((error) => {
      common = undefined;
      throw error;
    });
    const line = inNormalForm(password).trim().toLowerCase();
    return list.includes(`\n${line}\n`)
      ? 'is among the most common ones; please choose another'
      : null;
  };
}
