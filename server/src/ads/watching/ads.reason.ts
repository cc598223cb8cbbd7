import type { Caller } from '@adwarden/contract/ads';
import { isPaused, judge } from '@adwarden/contract/judge';
import type { AdsOffReason } from '@adwarden/contract/no-ads-reasons';
import { appKey } from '../answers/ads.app-key.ts';
import { rulesOf, unpackPieces } from '../answers/ads.pieces.ts';
import type { AdsSnapshot } from '../answers/ads.snapshot.ts';
import type { AdsPauses } from '../pauses/ads.pauses.ts';

/** Returns why the ads of an app are off for a caller now; null when they are on, or when there is no such app. */
export type ReasonOf = (appID: string, caller: Caller) => AdsOffReason | null;

/** Builds this function over the answers in memory. */
export function createReasonOf(
  snapshot: Pick<AdsSnapshot, 'get'>,
  pauses: Pick<AdsPauses, 'covering' | 'now'>,
): ReasonOf {
  return (appID, caller) => {
    const key = appKey(appID);
    const kept = key && snapshot.get(key);
    if (!kept) return null;
    const covering = pauses.covering(appID, kept.scopes);
    const now = pauses.now();
    if (!kept.shared) return judge(rulesOf(unpackPieces(kept.body)), covering, caller, now).reason;
    return isPaused(covering, now) ? 'paused' : kept.reason;
  };
}
