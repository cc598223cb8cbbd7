import {
  type AccountInUse,
  type AccountNames,
  type AccountNamesQuery,
  isCloseAccount,
} from '@adwarden/contract/account-names';
import { accountKey } from '@adwarden/contract/app-ads/accounts';
import { closeDistance } from '@adwarden/contract/close-names';
import { limits } from '@adwarden/contract/limits';
import type { Db } from '../../../db/schema.ts';
import type { Actor } from '../../../http/actor.ts';
import { seenApps } from '../../../sight/apps.policy.ts';
import * as store from './apps.accounts.store.ts';

const { named: mostNamed } = limits.accountNames;

export type AccountNamesService = ReturnType<typeof createAccountNames>;

/** Builds the search for account names among the apps that the actor sees. */
export function createAccountNames({ db }: { db: Db }) {
  /**
   * Returns the accounts that a new name is probably a misspelling of, those with most apps first; null when an app has this
   * name.
   */
  async function closeTo(actor: Actor, name: string): Promise<AccountInUse[] | null> {
    const accountName = name.trim();
    if (accountName === '' || (await store.isInUse(db, seenApps(actor), accountName))) return null;
    const key = accountKey(accountName);
    const near = await store.accountsNear(db, seenApps(actor), key, closeDistance(key));
    return near.filter((one) => isCloseAccount(accountName, one.accountName)).slice(0, mostNamed);
  }

  return {
    closeTo,

    /** Returns the accounts whose names contain a typed text, and those that it may be meant as. */
    async find(actor: Actor, { name }: AccountNamesQuery): Promise<AccountNames> {
      const inUse = await store.accountsHolding(db, seenApps(actor), name);
      return { inUse, close: (await closeTo(actor, name)) ?? [] };
    },
  };
}
