import { z } from 'zod';
import { accountKey } from './app-ads/accounts.ts';
import type { Call } from './call.ts';
import { misspelledBy } from './close-names.ts';
import { success } from './envelope.ts';
import { optionalText } from './fields.ts';
import { limits } from './limits.ts';
import { responseBodies } from './named.ts';
import { parameter } from './parameters.ts';

/*
 * The account names that apps have. The form of an app offers them, because a misspelled name is an account of its own for
 * pauses, app-ads.txt and findings.
 */

/**
 * Tells whether a name is probably meant as another one: the same in the form in which account names are compared, or all but
 * one or two letters.
 */
export function isCloseAccount(name: string, other: string): boolean {
  if (name.trim() === other.trim()) return false;
  return misspelledBy(accountKey(name), accountKey(other)) !== null;
}

export const accountNamesQuery = z.strictObject({
  name: parameter(
    'The typed text: a part of an account name, or a whole one',
    optionalText({ label: 'name', max: limits.text.accountName }).default(''),
  ),
});
export type AccountNamesQuery = z.infer<typeof accountNamesQuery>;

/** An account name in use, and how many apps have it, in any spelling. */
const accountInUse = z.object({ accountName: z.string(), apps: z.number() });
export type AccountInUse = z.infer<typeof accountInUse>;

/**
 * `inUse`: the accounts whose name contains the typed text, those with most apps first. `close`: the accounts of which it is
 * probably a misspelling; none when an app has exactly this name.
 */
export const accountNames = success(
  z.object({ inUse: z.array(accountInUse), close: z.array(accountInUse) }),
).register(responseBodies, { id: 'AccountNames' });
export type AccountNames = z.infer<typeof accountNames>['data'];

/** The call about account names. */
export const accountNameCalls = {
  getAccountNames: {
    method: 'GET',
    path: '/apps/accountNames',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary:
      'The account names in use with the number of their apps; owners only get those of own apps',
    query: accountNamesQuery,
    answer: accountNames,
  },
} as const satisfies Record<string, Call>;
