import { accountKey } from '@adwarden/contract/app-ads/accounts';
import type { AppAdsCheck, CheckAppAdsForm } from '@adwarden/contract/app-ads/app-ads';
import { linesOf } from '@adwarden/contract/app-ads/app-ads-file';
import { limits } from '@adwarden/contract/limits';
import { databaseNow } from '../../db/now.ts';
import type { Db } from '../../db/schema.ts';
import { AppError, invalidField } from '../../kit/app-error.ts';
import { hourMs, isoTime } from '../../kit/clock.ts';
import type { FetchOutside } from '../../kit/outside/fetch-outside.ts';
import { Limiter } from '../../kit/turns/limiter.ts';
import { fetchFile } from './app-ads.fetch.service.ts';
import { judgeFile } from './app-ads.present.ts';
import { linesOfAccount, readAccount } from './app-ads.reading.service.ts';
import * as store from './app-ads.store.ts';

const { checkHours } = limits.appAds;
/** The number of sites that a node checks every five minutes: 5,760 a day. */
const sitesAtOnce = 20;

export type AppAdsChecks = ReturnType<typeof createAppAdsChecks>;

/** An account and the lines that its file needs. */
type Needing = { key: string; lines: string[] };

/** Builds the checks of sites: of a site that a person names, and of the sites of accounts (ADR 59). */
export function createAppAdsChecks(deps: {
  db: Db;
  fetch: FetchOutside;
  /** Renews the findings about sites. */
  judgeSites: () => Promise<void>;
}) {
  const { db, fetch, judgeSites } = deps;
  /** Sites are slow, and people request them in bursts. */
  const fetching = new Limiter({
    places: 2,
    waiting: 10,
    ms: 10_000,
    refusal: () => new AppError('too-many', 'Other sites are checked now', { retryAfter: 5 }),
  });

  async function needOf(key: string, extraLines: string): Promise<Needing> {
    return { key, lines: [...(await linesOfAccount(db, key)), ...linesOf(extraLines)] };
  }

  /**
   * Fetches the file of a site, and compares it with the lines of one account, or of all accounts that have this site. Lines of
   * other accounts with this site do not count as extra. Stores the result with each compared account that has this site.
   */
  async function check(site: string, asked: Needing | null): Promise<AppAdsCheck> {
    const rows = await store.accountsOfSite(db, site);
    if (!asked && rows.length === 0) {
      throw invalidField('account', 'No account has this site: name the account of its lines');
    }
    const sharing = await Promise.all(rows.map((row) => needOf(row.accountKey, row.extraLines)));
    const judged = asked ? [asked] : sharing;
    const known = sharing.flatMap(({ lines }) => lines);
    const judge = judgeFile(await fetching.run(() => fetchFile(site, fetch)), known);
    const checkedAt = await databaseNow(db);
    for (const row of rows) {
      const own = judged.find(({ key }) => key === row.accountKey);
      if (!own) continue;
      const result = judge(own.lines);
      const missing = result.state === 'unreadable' ? null : result.missing;
      await store.storeCheck(db, row, { checkedAt, missing, checked: JSON.stringify(result) });
    }
    if (rows.length > 0) await judgeSites();
    const needed = judged.flatMap(({ lines }) => lines);
    return { ...judge(needed), checkedAt: isoTime(checkedAt) };
  }

  return {
    /**
     * Checks a site for an account (by default its own site), or for all accounts that have this site. 404 for an account that
     * nobody has, 400 when the site or the account is missing.
     */
    async check({ url = '', account = '' }: CheckAppAdsForm): Promise<AppAdsCheck> {
      if (account === '') return check(url, null);
      const { site: own, extraLines } = await readAccount(db, account);
      const site = url || own;
      if (site === '') throw invalidField('url', 'This account has no site: enter one');
      return check(site, await needOf(accountKey(account), extraLines));
    },

    /**
     * Checks some sites that have not been checked for a day, one after the other. A check that fails does not stop
     * the next one. Rejects at the end with the first error.
     */
    async checkDue(now: number): Promise<void> {
      const errors: unknown[] = [];
      for (const site of await store.sitesToCheck(db, now - checkHours * hourMs, sitesAtOnce)) {
        await check(site, null).catch((error) => errors.push(error));
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}
