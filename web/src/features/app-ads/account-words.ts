import type { AccountInList, CheckState } from '@adwarden/contract/app-ads/app-ads';
import { counted } from '@adwarden/contract/counted';
import { limits } from '@adwarden/contract/limits';
import type { Tone } from '../../ui/status-badge.tsx';

type Words = { name: string; tone: Tone };

const lacks = (missing: number): string => `Lacks ${counted(missing, 'line')}`;

/** A robots.txt forbids the file to Google's crawler, so it does not matter what the file has. */
const keptOut: Words = { name: 'Google kept out', tone: 'danger' };

/** The list stops counting here. */
const most = limits.appAds.listed;

/** Says what is known of an account's site. */
export function siteState({
  site,
  checkedAt,
  missing,
  isBlocked,
}: Pick<AccountInList, 'site' | 'checkedAt' | 'missing' | 'isBlocked'>): Words {
  if (site === '') return { name: 'No site', tone: 'neutral' };
  if (isBlocked) return keptOut;
  if (missing === 0) return { name: 'Complete', tone: 'success' };
  if (missing !== null) {
    return { name: lacks(missing) + (missing >= most ? ' or more' : ''), tone: 'danger' };
  }
  return checkedAt === null
    ? { name: 'Not checked yet', tone: 'neutral' }
    : { name: 'Not readable', tone: 'warning' };
}

/** Says what a check has found; `missing` is the number of all missing lines. */
export function checkWords(state: CheckState, missing: number, isBlocked: boolean): Words {
  if (isBlocked) return keptOut;
  if (state === 'unreadable') return { name: 'Not readable', tone: 'warning' };
  if (state === 'none') return { name: 'No file', tone: 'danger' };
  return missing > 0
    ? { name: lacks(missing), tone: 'danger' }
    : { name: 'Complete', tone: 'success' };
}
