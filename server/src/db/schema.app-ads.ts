/* The table of app-ads.txt; schema.ts says how columns are written. */

/** The settings of administrators for an account: for the apps with one account name (ADR 59). */
export interface AppAccountTable {
  /** The account name in the form in which accounts are compared (contract, `accountKey`). */
  accountKey: string;
  /** The account name as an app spelled it when this was set. */
  accountName: string;
  /** The site that publishes its app-ads.txt, such as `https://example.com`. */
  site: string;
  /** The lines of its app-ads.txt besides those of the ad units. */
  extraLines: string;
  /** `change.seq` of the last change of this account. */
  version: number;
  /** The time of the last check of its site, by the database's clock; null if not checked since it was set. */
  checkedAt: number | null;
  /**
   * The lines that the site lacked when its file was last read, one per line: if the file cannot be read now, ad systems still go
   * by that one. Null when it was not read since it was set.
   */
  missing: string | null;
  /** The result of the last check, as JSON; '' for none yet. The log of changes does not contain it. */
  checked: string;
}
