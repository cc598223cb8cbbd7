import type { Found } from '@adwarden/contract/findings/rules';
import { momentInWords } from '../../../kit/clock.ts';

/** Says in one sentence how the clock differs from the stored time. */
const doubtInWords = (doubt: 'back' | 'ahead', now: number, minute: number): string =>
  doubt === 'back'
    ? `The clock says ${momentInWords(now)}, and has said ${momentInWords(minute)} before.`
    : `The clock says ${momentInWords(now)}, more than 30 days after ${momentInWords(minute)}, the last time that was kept.`;

/** Returns the finding about a clock that is not believed (ADR 64); none while it is believed. */
export function findDoubtedClock(
  doubt: 'back' | 'ahead' | null,
  now: number,
  minute: number,
): Found[] {
  if (!doubt) return [];
  const detail = doubtInWords(doubt, now, minute);
  return [{ rule: 'clock-not-believed', field: '', detail, facts: `${doubt} ${minute}` }];
}
