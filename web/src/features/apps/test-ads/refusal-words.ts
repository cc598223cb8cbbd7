import { counted } from '@adwarden/contract/counted';
import { limits } from '@adwarden/contract/limits';
import type { RefusedRequests } from '@adwarden/contract/traffic/tokens';
import { formatDateTime } from '../../../lib/dates.ts';

/** Says how many requests were refused, when the last one was, and why. */
export function refusalWords({ requests, lastAt, ended }: RefusedRequests): string {
  const [last] = ended;
  const days = `of the last ${limits.kept.tokenUses.days} days`;
  const all = `${counted(requests, 'request')} ${days} ${requests === 1 ? 'was' : 'were'} refused`;
  const when = lastAt === null ? '' : `, the last one after ${formatDateTime(lastAt)}`;
  const why = last
    ? `At least ${counted(last.requests, 'request')} had the token …${last.token}, which ended on ${formatDateTime(last.endedAt)}.`
    : 'No token was among them that was ever this app’s, as far as is known.';
  return `${all}${when}. ${why}`;
}
