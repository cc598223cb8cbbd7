/** A repeated error: it is counted, and from time to time a line reports the count. */
type Kept = {
  lastAt: number;
  times: number;
  /** The failed calls, by the ids that people were told. */
  requests: string[];
  waitMs: number;
  timer: NodeJS.Timeout | undefined;
};

/** The count since the last line, and the latest calls that met the error, because people name one. */
export type Counted = { times: number; requests: string[] };

/** The time until the first count is written; each further one takes twice the time, up to `last`. */
const waitMs = { first: 5 * 60_000, last: 60 * 60_000 };
/** The time without an error after which it is written whole again. */
const forgetMs = 60 * 60_000;
const mostKept = 100;
const mostRequests = 10;

/**
 * Counts repeated errors: an outage would otherwise write the same trace each second. Returns whether an error must be written
 * whole. `say` writes the count of one.
 */
export function createRepeatedErrors(now: () => number = () => performance.now()) {
  const kept = new Map<string, Kept>();

  function sayLater(one: Kept, say: (counted: Counted) => void): void {
    one.timer ??= setTimeout(() => {
      say({ times: one.times, requests: one.requests });
      one.timer = undefined;
      one.times = 0;
      one.requests = [];
      one.waitMs = Math.min(one.waitMs * 2, waitMs.last);
    }, one.waitMs).unref();
  }

  return function isFirst(
    key: string,
    request: string | undefined,
    say: (counted: Counted) => void,
  ): boolean {
    const at = now();
    const known = kept.get(key);
    // The map ends with the latest error.
    kept.delete(key);
    if (known && at - known.lastAt < forgetMs) {
      known.lastAt = at;
      known.times += 1;
      if (request) known.requests = [...known.requests, request].slice(-mostRequests);
      kept.set(key, known);
      sayLater(known, say);
      return false;
    }
    kept.set(key, { lastAt: at, times: 0, requests: [], waitMs: waitMs.first, timer: undefined });
    if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '');
    return true;
  };
}
