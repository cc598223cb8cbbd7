import type { AppAdsCheck } from '@adwarden/contract/app-ads/app-ads';
import { fileComparison } from '@adwarden/contract/app-ads/app-ads-file';
import { limits } from '@adwarden/contract/limits';
import { shorten } from '@adwarden/contract/shorten';
import { isoTime } from '../../kit/clock.ts';
import type { FoundFile } from './app-ads.fetch.service.ts';
import type { AccountRow } from './app-ads.store.ts';

const { listed, lineLength } = limits.appAds;

/** What a check found, as it is stored: the time has a column of its own. */
export type StoredCheck = Omit<AppAdsCheck, 'checkedAt'>;

/**
 * Builds what says how a file that was found differs from the lines that an account needs; `known` lines may be in it, too.
 */
export function judgeFile(found: FoundFile, known: string[]): (needed: string[]) => StoredCheck {
  const { state } = found;
  const isRead = state === 'read';
  // A site without the file lacks every line.
  const compare = fileComparison(isRead ? found.text : '', known);
  return (needed) => {
    // Of a file that could not be read, nothing is known.
    const { missing, extra, unreadable } = compare(state === 'unreadable' ? [] : needed);
    const count = unreadable === 1 ? 'One line cannot' : `${unreadable} lines cannot`;
    return {
      url: shorten(found.url, lineLength),
      state,
      trouble: isRead ? '' : shorten(found.trouble, lineLength),
      blocked: isRead ? shorten(found.blocked, lineLength) : '',
      notes: isRead ? [...found.notes, ...(unreadable > 0 ? [`${count} be read`] : [])] : [],
      // These are copied, so none is cut. Our own file bounds them.
      missing: missing.slice(0, listed),
      missingTotal: missing.length,
      extra: extra.slice(0, listed).map((line) => shorten(line, lineLength)),
      extraTotal: extra.length,
    };
  };
}

/** The last check of an account; null while there is none. */
export function presentCheck(row: AccountRow | undefined): AppAdsCheck | null {
  if (!row || row.checkedAt === null) return null;
  const { blocked = '', ...check }: Partial<StoredCheck> & Omit<StoredCheck, 'blocked'> =
    JSON.parse(row.checked);
  // A check that an older release has stored lacks `blocked`.
  return { ...check, blocked, checkedAt: isoTime(row.checkedAt) };
}
