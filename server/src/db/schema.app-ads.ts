/* The table of app-ads.txt; schema.ts says how columns are written. */

/** What administrators have set for an account: for the apps with one account name (ADR 59). */
export interface AppAccountTable {
  /** The account name as accounts are compared (contract, `accountKey`). */
  accountKey: string;
  /** The account name as an app spelled it when this was set. */
  accountName: string;
  /** Where its app-ads.txt is published, such as `https://example.com`. */
  site: string;
  /** The lines of its app-ads.txt besides those of the ad units. */
  extraLines: string;
  /** `change.seq` of the last change of this account. */
  version: number;
  /** When its site was checked last, by the database's clock; null for not since it was set. */
  checkedAt: number | null;
  /**
   * The lines that the site lacked when its file was read last, a line each: a file that cannot be read now is still the
   * one that ad systems go by. Null when it was not read since it was set.
   */
  missing: string | null;
  /** What was found, as JSON; '' for nothing yet. The log of changes has none of it. */
  checked: string;
}
