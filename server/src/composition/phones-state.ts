import type { Reached } from '@adwarden/contract/envelope';
import type { ChangesFeed } from '../changes/changes.feed.ts';

/** A process that was started again follows within this time. */
const comesBackMs = 2_000;
/** The time after which somebody should look. */
const behindMs = 3_000;

/** Tells people whether phones get what is saved. A process that is started again is no reason to alarm anybody. */
export function createPhonesState(feed: Pick<ChangesFeed, 'reached'>) {
  let noneSince: number | null = null;

  function noneForMs(): number {
    if (feed.reached() !== 'none') noneSince = null;
    else noneSince ??= performance.now();
    return noneSince === null ? 0 : performance.now() - noneSince;
  }

  return {
    reached: (): Reached | null => {
      const isComing = noneForMs() < comesBackMs;
      const reached = feed.reached();
      return reached === 'none' && isComing ? 'some' : reached;
    },
    areBehind: () => noneForMs() >= behindMs,
  };
}
