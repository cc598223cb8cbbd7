import { callerKinds } from '../callers/caller.part.ts';

/** Ads answers since the start: plain numbers, so that counting costs the hot path nothing. */
export type AdsCounters = {
  /** Answers by outcome; every answer is in exactly one of them. */
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
  /** The number of `ok` and `notModified` answers to a token that was rotated away. */
  oldTokens: number;
  /** Answers by IP rules, by the known facts about the caller: in the places of `callerKinds`. */
  callers: number[];
};

/** Builds counters that stand at zero. */
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
