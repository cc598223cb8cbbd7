import type { AppAdsCheck } from '@adwarden/contract/app-ads/app-ads';
import { fileComparison } from '@adwarden/contract/app-ads/app-ads-file';
import { limits } from '@adwarden/contract/limits';
import { shorten } from '@adwarden/contract/shorten';
import { isoTime } from '../../kit/clock.ts';
import type { FoundFile } from './app-ads.fetch.service.ts';
import type { AccountRow } from './app-ads.store.ts';

const { listed, lineLength } = limits.appAds;

/** The result of a check, as it is stored: the time has a column of its own. */
export type StoredCheck = Omit<AppAdsCheck, 'checkedAt'>;

/**
 * Builds the function that compares a fetched file with the lines that an account needs; the file may also have `known` lines.
 */
export function judgeFile(found: FoundFile, known: string[]): (needed: string[]) => StoredCheck {
  const { state } = found;
  const isRead = state === 'read';
  // A site without the file lacks every line.
  const compare = fileComparison(isRead ? found.text : '', known);
  return (needed) => {
    // Nothing is known of a file that could not be read.
    const { missing, extra, unreadable } = compare(state === 'unreadable' ? [] : needed);
    const count = unreadable === 1 ? 'One line cannot' : `${unreadable} lines cannot`;
    return {
      url: shorten(found.url, lineLength),
      state,
      trouble: isRead ? '' : shorten(found.trouble, lineLength),
      blocked: isRead ? shorten(found.blocked, lineLength) : '',
      notes: isRead ? [...found.notes, ...(unreadable > 0 ? [`${count} be read`] : [])] : [],
      // People copy the missing lines, so none is cut. The size of our own file bounds them.
      missing: missing.slice(0, listed),
      missingTotal: missing.length,
      extra: extra.slice(0, listed).map((line) => shorten(line, lineLength)),
      extraTotal: extra.length,
    };
  };
}

/** Returns the last check of an account; null while there is none. */
export function presentCheck(row: AccountRow | undefined): AppAdsCheck | null {
  if (!row || row.checkedAt === null) return null;
  const { blocked = '', ...check }: Partial<StoredCheck> & Omit<StoredCheck, 'blocked'> =
    JSON.parse(row.checked);
  // A check stored by an older release lacks `blocked`.
  return { ...check, blocked, checkedAt: isoTime(row.checkedAt) };
}
