import { accountKey } from '@adwarden/contract/app-ads/accounts';
import { z } from 'zod';
import { eachField, type Keeper } from '../../changes/keeper.ts';
import { readAccount } from './app-ads.reading.service.ts';
import { type AccountRow, findAccount, saveAccount } from './app-ads.store.ts';

/** The settings of an account at one moment, as the log of changes stores them. */
export type AccountSettings = Pick<AccountRow, 'accountName' | 'site' | 'extraLines'>;

export const settingsOf = ({
  accountName,
  site,
  extraLines,
}: AccountSettings): AccountSettings => ({
  accountName,
  site,
  extraLines,
});

/** Restores and undoes the settings of an account. Undoing the first entry leaves an account without settings. */
export const accountKeeper: Keeper<AccountSettings> = {
  thing: 'account',
  stored: z.object({ accountName: z.string(), site: z.string(), extraLines: z.string() }),
  groups: eachField('site', 'extraLines'),
  origin: { accountName: '', site: '', extraLines: '' },

  async read(db, key) {
    const row = await findAccount(db, key);
    return row ? settingsOf(row) : null;
  },

  settle: async (_, wanted) => settingsOf(wanted),

  async write({ tx, log }, row, { action }) {
    const key = accountKey(row.accountName);
    const [version = 0] = await log({ entity: 'account', key, action, row });
    await saveAccount(tx, { ...row, accountKey: key, version });
  },

  answer: async (db, key) => ({ entity: 'account', account: await readAccount(db, key) }),
};
