import { callerKinds } from '../callers/caller.part.ts';

/** Ads answers since the start: plain numbers, so that counting costs the hot path nothing. */
export type AdsCounters = {
  /** Every answer is in exactly one of them. */
  outcomes: {
    ok: number;
    notModified: number;
    preflight: number;
    badRequest: number;
    unauthorized: number;
    methodNotAllowed: number;
    preconditionFailed: number;
    notReady: number;
    failed: number;
  };
  /** Those of `ok` and `notModified` that came with a token that was rotated away. */
  oldTokens: number;
  /** Answers by IP rules, by what was known of the caller: in the places of `callerKinds`. */
  callers: number[];
};

/** Counters that stand at zero. */
export function createAdsCounters(): AdsCounters {
  return {
    outcomes: {
      ok: 0,
      notModified: 0,
      preflight: 0,
      badRequest: 0,
      unauthorized: 0,
      methodNotAllowed: 0,
      preconditionFailed: 0,
      notReady: 0,
      failed: 0,
    },
    oldTokens: 0,
    callers: callerKinds.map(() => 0),
  };
}
