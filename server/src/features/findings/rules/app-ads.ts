import type { Found } from '@adwarden/contract/findings/rules';
import { limits } from '@adwarden/contract/limits';
import { shorten } from '@adwarden/contract/shorten';
import { listOf } from './list-of.ts';

/** An account whose site lacked lines when its app-ads.txt was last read; `missing` has one line of text for each. */
export type LackingSite = { accountName: string; site: string; missing: string };

/** The number of lines that are named. The rest are counted: the page app-ads.txt has all. */
const mostNamed = 2;

/** Returns the findings about sites whose app-ads.txt lacks lines: one for each account, which is the finding's field. */
export function findLackingSites(sites: LackingSite[]): Found[] {
  return sites.map(({ accountName, site, missing }) => {
    const lines = missing.split('\n');
    const quoted = lines.map((line) => `“${shorten(line, limits.appAds.lineLength)}”`);
    return {
      rule: 'app-ads-lacks-lines',
      field: accountName,
      detail: `${site}/app-ads.txt lacks lines of the account “${accountName}”: ${listOf(quoted, mostNamed)}.`,
      facts: `${site}\n${missing}`,
    };
  });
}
