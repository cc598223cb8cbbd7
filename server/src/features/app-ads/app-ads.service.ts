import { accountKey } from '@adwarden/contract/app-ads/accounts';
import type { Account, AccountChanges, AccountListQuery } from '@adwarden/contract/app-ads/app-ads';
import { LRUCache } from 'lru-cache';
import type { ChangeLog } from '../../changes/change-log.ts';
import { staleEdit } from '../../changes/stale-edit.ts';
import type { Db } from '../../db/schema.ts';
import type { Author } from '../../http/actor.ts';
import { notFound } from '../../kit/app-error.ts';
import { readAccount, readFile } from './app-ads.reading.service.ts';
import { settingsOf } from './app-ads.restore.service.ts';
import * as store from './app-ads.store.ts';

export type AppAdsService = ReturnType<typeof createAppAds>;

/** Files are kept for a minute, because everybody may request them. A file has at most about 1 MB. */
const keptFiles = { ttl: 60_000, max: 1_000, maxSize: 8 * 1024 * 1024 };

/** Builds what administrators do with the app-ads.txt of accounts, and the public file (ADR 59). */
export function createAppAds(deps: {
  db: Db;
  changeLog: ChangeLog;
  /** Renews the findings about sites. */
  judgeSites: () => Promise<void>;
}) {
  const { db, changeLog, judgeSites } = deps;
  const files = new LRUCache<string, string>({
    ...keptFiles,
    sizeCalculation: (text, key) => text.length + key.length,
  });

  return {
    /** Returns a page of the accounts of all apps. */
    async page(query: AccountListQuery) {
      const { page, pageSize } = query;
      return { ...(await store.pageOfAccounts(db, query)), page, pageSize };
    },

    read: (name: string): Promise<Account> => readAccount(db, name),

    /**
     * Returns the file of an account, at most a minute old. 404 when it has no line, so callers cannot tell whether the account
     * exists.
     */
    async file(name: string): Promise<string> {
      const key = accountKey(name);
      let text = files.get(key);
      if (text === undefined) {
        text = await readFile(db, name);
        files.set(key, text);
      }
      if (text === '') throw notFound('A file for this account');
      return text;
    },

    /** Sets the site and the extra lines of an account; when nothing changes, nothing is written. */
    async update(author: Author, name: string, form: AccountChanges): Promise<Account> {
      const saved = await changeLog(author, async ({ tx, at, log }) => {
        const current = await readAccount(tx, name);
        const { account, site, extraLines, version } = current;
        if (form.version !== undefined && form.version !== version) {
          throw await staleEdit(tx, { thing: 'account', version, otherwiseAt: at, current });
        }
        const row = settingsOf({
          accountName: account,
          site: form.site ?? site,
          extraLines: form.extraLines ?? extraLines,
        });
        if (row.site === site && row.extraLines === extraLines) return current;
        const key = accountKey(account);
        const action = version === 0 ? 'create' : 'update';
        const [seq = 0] = await log({ entity: 'account', key, action, row });
        await store.saveAccount(tx, { ...row, accountKey: key, version: seq });
        return readAccount(tx, name);
      });
      // Ends the findings about an earlier site.
      await judgeSites();
      return saved;
    },
  };
}
