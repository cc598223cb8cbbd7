import type { AccountInList, CheckState } from '@adwarden/contract/app-ads/app-ads';
import { limits } from '@adwarden/contract/limits';
import type { Tone } from '../../ui/status-badge.tsx';

type Words = { name: string; tone: Tone };

/** 'Lacks 2 lines'. */
export function lacksInWords(missing: number): string {
  const more = missing >= limits.appAds.listed ? ' or more' : '';
  return `Lacks ${missing} ${missing === 1 ? 'line' : 'lines'}${more}`;
}

/** What is known of the site of an account. */
export function siteState({
  site,
  checkedAt,
  missing,
}: Pick<AccountInList, 'site' | 'checkedAt' | 'missing'>): Words {
  if (site === '') return { name: 'No site', tone: 'neutral' };
  if (missing !== null && missing > 0) return { name: lacksInWords(missing), tone: 'danger' };
  if (missing === 0) return { name: 'Complete', tone: 'success' };
  return checkedAt === null
    ? { name: 'Not checked yet', tone: 'neutral' }
    : { name: 'Not readable', tone: 'warning' };
}

/** What a check has found. */
export function checkWords(state: CheckState, missing: number): Words {
  if (state === 'unreadable') return { name: 'Not readable', tone: 'warning' };
  if (state === 'none') return { name: 'No file', tone: 'danger' };
  return missing > 0
    ? { name: lacksInWords(missing), tone: 'danger' }
    : { name: 'Complete', tone: 'success' };
}
