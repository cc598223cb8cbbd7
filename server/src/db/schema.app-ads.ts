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
  /** How many lines the site lacked then; null when that is not known. */
  missing: number | null;
  /** What was found, as JSON; '' for nothing yet. The log of changes has none of it. */
  checked: string;
}
