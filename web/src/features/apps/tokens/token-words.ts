import type { AppUsage, UsageCounts } from '@adwarden/contract/usage';

/** What happens to phones when their token ends: clients keep their last answer for a day (docs/client-protocol.md). */
export const afterOldToken =
  'Installed copies with an old token keep their last answer for up to 24 hours, and then get no ads.';

/** How many requests of the last seven days had an old token; '' while that is not known. */
export function stillUsed(usage: AppUsage | undefined): string {
  if (!usage) return '';
  const { oldToken } = usage.total;
  if (oldToken === 0) return 'No request of the last 7 days had an old token. ';
  const requests = oldToken === 1 ? 'request' : 'requests';
  return `${oldToken.toLocaleString('en')} ${requests} of the last 7 days had an old token. `;
}

const inFull = (count: number) => count.toLocaleString('en');

/**
 * How many requests had the current token, and how many an old one, in words; '–' while that is not known. Those of several
 * old tokens are counted together.
 */
export function usesOfTokens(
  total: UsageCounts | undefined,
  oldTokens: number,
): { current: string; old: string } {
  if (!total) return { current: '–', old: '–' };
  const { ok, notModified, oldToken } = total;
  return {
    current: inFull(ok + notModified - oldToken),
    old: oldTokens > 1 ? `${inFull(oldToken)} of all old tokens` : inFull(oldToken),
  };
}
