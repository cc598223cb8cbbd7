import type { Found } from '@adwarden/contract/findings/rules';
import { momentInWords } from '../../../kit/clock.ts';

/** How the clock differs from the time that was kept, in one sentence. */
const doubtInWords = (doubt: 'back' | 'ahead', now: number, minute: number): string =>
  doubt === 'back'
    ? `The clock says ${momentInWords(now)}, and has said ${momentInWords(minute)} before.`
    : `The clock says ${momentInWords(now)}, more than 30 days after ${momentInWords(minute)}, the last time that was kept.`;

/** The finding about a clock that is not believed (ADR 64); none while it is. */
export function findDoubtedClock(
  doubt: 'back' | 'ahead' | null,
  now: number,
  minute: number,
): Found[] {
  if (!doubt) return [];
  const detail = doubtInWords(doubt, now, minute);
  return [{ rule: 'clock-not-believed', field: '', detail, facts: `${doubt} ${minute}` }];
}
